import { cardResults, type CardTotals, type ScoredCard } from '../card/card.js';
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
  /** Breaks a tie. */
  countback: CountbackCard;
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
  const format = COUNTBACK_FORMAT[sort];
  const value = sort === 'nett' ? totals.nettToPar : totals[sort];
  let compared: CountbackCard | null = null;
  return {
    value: totals.thru === HOLES ? value : null,
    includesNoScore: totals.includesNoScore,
    get countback() {
      compared ??= countbackCard(card(), format);
      return compared;
    },
  };
}

function countbackCard(card: ScoredCard, format: Format): CountbackCard {
  return { format, dailyHandicap: card.dailyHandicap, results: cardResults(card, format) };
}

/**
 * Ranks cards by value and breaks ties by countback. Returns the places in the order of `cards`; sort by `rank` to show
 * them. Cards that countback cannot separate share a rank, as do all incomplete cards.
 */
export function leaderboard(cards: readonly LeaderboardCard[], sort: LeaderboardSort): LeaderboardPlace[] {
  const ranks = rankBy(cards, (a, b) => compare(a, b, sort).order);
  const holders = new Map<number, number>();
  for (const rank of ranks) holders.set(rank, (holders.get(rank) ?? 0) + 1);
  const rows = cards.map((card, i): Row => {
    const rank = ranks[i] ?? 0;
    return { card, place: { rank, tied: (holders.get(rank) ?? 0) > 1, decidedBy: null } };
  });
  const worstFirst = rows.toSorted((a, b) => b.place.rank - a.place.rank);
  setDecidedBy(worstFirst, sort);
  return rows.map(({ place }) => place);
}

interface Row {
  card: LeaderboardCard;
  place: LeaderboardPlace;
}

function setDecidedBy(worstFirst: readonly Row[], sort: LeaderboardSort): void {
  let below: Row | null = null;
  for (const here of worstFirst) {
    if (below !== null) {
      const sharesRank = here.place.rank === below.place.rank;
      here.place.decidedBy = sharesRank ? below.place.decidedBy : compare(here.card, below.card, sort).decidedBy;
    }
    below = here;
  }
}

/** Compares two cards, best first; `decidedBy` is null unless countback decided. */
function compare(
  a: LeaderboardCard,
  b: LeaderboardCard,
  sort: LeaderboardSort,
): Pick<Countback, 'decidedBy'> & { order: number } {
  const order = compareTotals(a, b, sort);
  if (order !== 0) return { order, decidedBy: null };
  // Incomplete cards are not compared further: with different holes missing, countback would not be transitive.
  if (a.value === null) return { order: 0, decidedBy: null };
  return countback(a.countback, b.countback);
}

function compareTotals(a: LeaderboardCard, b: LeaderboardCard, sort: LeaderboardSort): number {
  if (sort === 'nett' && a.value !== null && b.value !== null && a.includesNoScore !== b.includesNoScore) {
    return a.includesNoScore ? 1 : -1;
  }
  return compareValues(a.value, b.value, FORMATS[COUNTBACK_FORMAT[sort]].better);
}
