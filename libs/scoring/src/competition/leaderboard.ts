import { resultsByHole, type CardTotals, type ScoredCard } from '../card/card.js';
import { FORMATS, type LeaderboardSort } from '../card/formats.js';
import { countback, type CountbackCard, type CountbackSegment } from './countback.js';
import { compareValues } from './ranking.js';
import { HOLES, type Format } from '../card/types.js';

/** A card as a leaderboard ranks it. */
export interface LeaderboardCard {
  /** Points, +/−, or nett relative to par; null for an incomplete card, which ranks below everything. */
  value: number | null;
  /** By nett, cards with a No Score rank below those without. */
  includesNoScore: boolean;
  /** Its holes, to break a tie; called once at most. Missing where ties stand. */
  countback?: () => CountbackCard;
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
 * them. Cards that countback cannot separate share a place, as do all incomplete cards.
 */
export function leaderboard(cards: readonly LeaderboardCard[], sort: LeaderboardSort): LeaderboardPlace[] {
  const rows = cards.map((card): Row => ({ card, place: { rank: 0, tied: false, decidedBy: null } }));
  const best = rows.toSorted((a, b) => compare(a, b, sort).order);
  for (const [at, row] of best.entries()) {
    row.place.rank = at + 1;
    const above = best[at - 1];
    if (above === undefined) continue;
    const { order, decidedBy } = compare(above, row, sort);
    if (order === 0) {
      above.place.tied = true;
      row.place = above.place;
    } else {
      above.place.decidedBy = decidedBy;
    }
  }
  return rows.map(({ place }) => place);
}

interface Row {
  card: LeaderboardCard;
  place: LeaderboardPlace;
  /** Set by its first tie. */
  countback?: CountbackCard | undefined;
}

/** Compares totals, then by countback. Incomplete cards stay equal, as countback over different holes is not transitive. */
function compare(a: Row, b: Row, sort: LeaderboardSort): { order: number; decidedBy: CountbackSegment | null } {
  const order = compareTotals(a.card, b.card, sort);
  if (order !== 0 || a.card.value === null) return { order, decidedBy: null };
  const left = (a.countback ??= a.card.countback?.());
  const right = (b.countback ??= b.card.countback?.());
  return left === undefined || right === undefined ? { order, decidedBy: null } : countback(left, right);
}

function compareTotals(a: LeaderboardCard, b: LeaderboardCard, sort: LeaderboardSort): number {
  if (sort === 'nett' && a.value !== null && b.value !== null && a.includesNoScore !== b.includesNoScore) {
    return a.includesNoScore ? 1 : -1;
  }
  return compareValues(a.value, b.value, FORMATS[COUNTBACK_FORMAT[sort]].better);
}
