import { isParticipant, pendingInvite } from '../match.queries.js';
import type { MatchState } from '../match.state.js';
import { isLobbyExpired } from './match.decider.js';

/**
 * Who may see a match, its lobby and its hints: those who are in it, and those who are asked to it while the lobby can
 * be joined. To kicked players, those who left the lobby or declined, and everybody else the match does not exist. Who
 * may do what is decided with the command (match.decider.ts).
 */
export function mayRead(state: MatchState, userId: string, now: string): boolean {
  if (isParticipant(state, userId)) return true;
  return pendingInvite(state, userId) !== null && !isLobbyExpired(state, now);
}
