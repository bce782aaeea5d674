import { deadlineOf, type CompetitionState, type CompetitionStatus } from '@fairmark/events';

/** The row of one competition, as its final state tells it; every value absolute, as with matches. */
export interface CompetitionRow {
  competitionId: string;
  hostId: string;
  status: CompetitionStatus;
  /** In the order of adding. */
  players: string[];
  createdAt: string;
  verifiedBefore: string;
}

/** Computes the row. */
export function competitionRow(state: CompetitionState): CompetitionRow {
  const { competitionId, hostId, status, players, createdAt } = state;
  return { competitionId, hostId, status, players: [...players.keys()], createdAt, verifiedBefore: deadlineOf(state) };
}
