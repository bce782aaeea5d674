import { deadlineOf, isPlayer, type CompetitionState } from '@fairmark/events';
import type { ClubhouseRows } from '@fairmark/read-models';

/** The row of a competition as its state is now; every value is absolute, as with matches. */
export function competitionRows(state: CompetitionState): ClubhouseRows {
  return {
    competitions: [
      {
        competition_id: state.competitionId,
        host_id: state.hostId,
        status: state.status,
        players: [...state.players.keys()].filter((userId) => isPlayer(state, userId)),
        created_at: state.createdAt,
        verified_before: deadlineOf(state),
      },
    ],
  };
}
