import { deadlineOf, isPlayer, type CompetitionState, type CompetitionStatus } from '@fairmark/events';

/** The row of one competition, as its final state tells it; every value absolute, as with matches. */
export interface CompetitionRow {
  competitionId: string;
  hostId: string;
  status: CompetitionStatus;
  /** Those who have not left, in the order of adding. */
  players: string[];
  createdAt: string;
  verifiedBefore: string;
}

/** Computes the row. */
export function competitionRow(state: CompetitionState): CompetitionRow {
  const { competitionId, hostId, status, createdAt } = state;
  const players = [...state.players.keys()].filter((userId) => isPlayer(state, userId));
  return { competitionId, hostId, status, players, createdAt, verifiedBefore: deadlineOf(state) };
}
