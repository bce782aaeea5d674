import type { LeaderboardSort } from '@fairmark/contract';
import {
  HOLES,
  leaderboard,
  leaderboardCard,
  placeLabel,
  type LeaderboardPlace,
  type RankedTotals,
  type ScoredCard,
} from '@fairmark/scoring';
import { scoredCard, type RankedRow } from './rounds.reader.js';

export interface RankedRound<Round> extends Pick<LeaderboardPlace, 'rank' | 'decidedBy'> {
  round: Round;
  /** The rank, with a T before it if it is shared. */
  rankLabel: string;
  /** In the unit of the sort: points, +/−, or nett relative to par. */
  total: number | null;
}

/** Ranks the rounds of a day, best first; `card` is only called to break ties. What countback ties keeps its order. */
export function rankRounds<Round>(
  rounds: readonly Round[],
  sort: LeaderboardSort,
  of: { totals(round: Round): RankedTotals; card(round: Round): ScoredCard },
): RankedRound<Round>[] {
  const cards = rounds.map((round) => leaderboardCard(of.totals(round), () => of.card(round), sort));
  const places = leaderboard(cards, sort);
  return rounds
    .map((round, i): RankedRound<Round> => {
      const { rank = 0, tied = false, decidedBy = null } = places[i] ?? {};
      return { round, rank, rankLabel: placeLabel({ rank, tied }), decidedBy, total: cards[i]?.value ?? null };
    })
    .sort((a, b) => a.rank - b.rank);
}

/** Ranks verified rounds of a day by their stored totals, best first. */
export function rankRows(rows: readonly RankedRow[], sort: LeaderboardSort): RankedRound<RankedRow>[] {
  return rankRounds<RankedRow>(rows, sort, { totals: storedTotals, card: scoredCard });
}

function storedTotals(row: RankedRow): RankedTotals {
  const { stableford, par, nett_to_par: nettToPar, includes_no_score: includesNoScore } = row;
  // A verified card is complete.
  return { stableford, par, nettToPar, includesNoScore, thru: HOLES };
}
