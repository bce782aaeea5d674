import { resultsByHole, type CardTotals, type ScoredCard } from '../card/card.js';
import { FORMATS, type LeaderboardSort } from '../card/formats.js';
import { countback, type Countback, type CountbackCard, type CountbackSegment } from './countback.js';
import { compareValues, rankBy } from './ranking.js';
import { HOLES, type Format } from '../card/types.js';

/** A card as a leaderboard ranks it. */
export interface LeaderboardCard {
  /** Points, +/−, or nett relative to par; null for an incomplete card, which ranks below everything. */
  value: number | null;
  /** By nett, cards with a No Score rank below those without. */
  includesNoScore: boolean;
  /** Its holes, to break a tie; called once at most. */
  countback: () => CountbackCard;
}

export interface LeaderboardPlace {
  /** Standard ranking: 1, 1, 3. */
  rank: number;
  /** Whether other cards share the rank even after countback (shown as T1). */
  tied: boolean;
  /** The segment on which this card beat the next card with the same total; null if none did. */
  decidedBy: CountbackSegment | null;
}

/** The rank, with a T before it if it is shared. */
export const placeLabel = ({ rank, tied }: Pick<LeaderboardPlace, 'rank' | 'tied'>): string =>
  `${tied ? 'T' : ''}${rank}`;

const COUNTBACK_FORMAT: Readonly<Record<LeaderboardSort, Format>> = {
  stableford: 'STABLEFORD',
  par: 'PAR',
  nett: 'STROKE',
};

/** The totals of `cardTotals` that rank a card. */
export type RankedTotals = Pick<CardTotals, 'stableford' | 'par' | 'nettToPar' | 'includesNoScore' | 'thru'>;

/** Prepares a card for `leaderboard`, which calls `card` for its holes only if totals are equal. */
export function leaderboardCard(totals: RankedTotals, card: () => ScoredCard, sort: LeaderboardSort): LeaderboardCard {
  const value = sort === 'nett' ? totals.nettToPar : totals[sort];
  return {
    value: totals.thru === HOLES ? value : null,
    includesNoScore: totals.includesNoScore,
    countback: () => countbackCard(card(), COUNTBACK_FORMAT[sort]),
  };
}

function countbackCard(card: ScoredCard, format: Format): CountbackCard {
  return { format, dailyHandicap: card.dailyHandicap, results: resultsByHole(card, format) };
}

/**
 * Ranks cards by value and breaks ties by countback. Returns the places in the order of `cards`; sort by `rank` to show
 * them. Cards that countback cannot separate share a rank, as do all incomplete cards.
 */
export function leaderboard(cards: readonly LeaderboardCard[], sort: LeaderboardSort): LeaderboardPlace[] {
  const rows = cards.map((card): Row => ({ card, place: { rank: 0, tied: false, decidedBy: null } }));
  const ranks = rankBy(rows, (a, b) => compareTotals(a.card, b.card, sort) || compareTied(a, b).order);
  const holders = new Map<number, number>();
  for (const rank of ranks) holders.set(rank, (holders.get(rank) ?? 0) + 1);
  for (const [i, { place }] of rows.entries()) {
    place.rank = ranks[i] ?? 0;
    place.tied = (holders.get(place.rank) ?? 0) > 1;
  }
  const worstFirst = rows.toSorted((a, b) => b.place.rank - a.place.rank);
  setDecidedBy(worstFirst, sort);
  return rows.map(({ place }) => place);
}

interface Row {
  card: LeaderboardCard;
  place: LeaderboardPlace;
  /** Set by its first tie. */
  countback?: CountbackCard;
}

function setDecidedBy(worstFirst: readonly Row[], sort: LeaderboardSort): void {
  let below: Row | null = null;
  for (const here of worstFirst) {
    if (below?.place.rank === here.place.rank) {
      here.place.decidedBy = below.place.decidedBy;
    } else if (below !== null && compareTotals(here.card, below.card, sort) === 0) {
      here.place.decidedBy = compareTied(here, below).decidedBy;
    }
    below = here;
  }
}

/** Compares cards with equal totals. Incomplete ones stay equal, as countback over different holes is not transitive. */
function compareTied(a: Row, b: Row): Countback {
  if (a.card.value === null) return { order: 0, decidedBy: null };
  return countback((a.countback ??= a.card.countback()), (b.countback ??= b.card.countback()));
}

function compareTotals(a: LeaderboardCard, b: LeaderboardCard, sort: LeaderboardSort): number {
  if (sort === 'nett' && a.value !== null && b.value !== null && a.includesNoScore !== b.includesNoScore) {
    return a.includesNoScore ? 1 : -1;
  }
  return compareValues(a.value, b.value, FORMATS[COUNTBACK_FORMAT[sort]].better);
}
