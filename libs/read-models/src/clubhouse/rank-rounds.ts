import type { LeaderboardSort } from '@fairmark/contract';
import {
  HOLES,
  leaderboard,
  leaderboardCard,
  type LeaderboardPlace,
  type RankedBy,
  type RankedTotals,
  type ScoredCard,
} from '@fairmark/scoring';
import { scoredCard, type RankedRow } from './rounds.reader.js';

const RANKED_BY: Readonly<Record<LeaderboardSort, RankedBy>> = { stableford: 'STABLEFORD', par: 'PAR', nett: 'NETT' };

export interface RankedRound<Round> extends Pick<LeaderboardPlace, 'rank' | 'decidedBy'> {
  round: Round;
  /** Shared places have a T before them. */
  rankLabel: string;
  /** In the sort's own measure: points, +/−, nett against par. */
  total: number | null;
}

export interface RankingOf<Round> {
  totals(round: Round): RankedTotals;
  /** Asked for only where totals are equal. */
  card(round: Round): ScoredCard;
}

/** Rounds of a day, best first; what countback cannot separate stays in the order given. */
export function rankRounds<Round>(
  rounds: readonly Round[],
  sort: LeaderboardSort,
  of: RankingOf<Round>,
): RankedRound<Round>[] {
  const by = RANKED_BY[sort];
  const cards = rounds.map((round) => leaderboardCard(of.totals(round), () => of.card(round), by));
  const places = leaderboard(cards, by);
  return rounds
    .map((round, i): RankedRound<Round> => {
      const { rank = 0, tied = false, decidedBy = null } = places[i] ?? {};
      return { round, rank, rankLabel: `${tied ? 'T' : ''}${rank}`, decidedBy, total: cards[i]?.value ?? null };
    })
    .sort((a, b) => a.rank - b.rank);
}

/** Verified rounds of a day by the totals that are stored with them, best first. */
export function rankRows(rows: readonly RankedRow[], sort: LeaderboardSort): RankedRound<RankedRow>[] {
  return rankRounds<RankedRow>(rows, sort, { totals: storedTotals, card: scoredCard });
}

function storedTotals(row: RankedRow): RankedTotals {
  const { stableford, par, nett_to_par: nettToPar, includes_no_score: includesNoScore } = row;
  // A verified card is complete.
  return { stableford, par, nettToPar, includesNoScore, thru: HOLES };
}
