import type { ErrorCode } from '@fairmark/contract';
import { isParticipant, pendingInvite, type MatchState } from '@fairmark/events';

/**
 * What a golfer is to a match. A player is in the lobby or in the round, withdrawn or not. Kicked players, those who left the
 * lobby or declined, and everybody else are strangers: to them the match does not exist.
 */
export type MatchRole = 'HOST' | 'PLAYER' | 'INVITEE' | 'STRANGER';

/** The calls that name a match. Answering an invitation is judged by the invitation alone. */
export type MatchCall =
  | 'read'
  | 'invite'
  | 'remove'
  | 'ready'
  | 'assignMarker'
  | 'start'
  | 'leaveLobby'
  | 'leaveRound'
  | 'score'
  | 'sign'
  | 'reopen';

const EVERYBODY: readonly MatchRole[] = ['HOST', 'PLAYER', 'INVITEE'];
const PLAYERS: readonly MatchRole[] = ['HOST', 'PLAYER'];
const HOST: readonly MatchRole[] = ['HOST'];

/**
 * Who may do what (spec section 6). Whose card somebody may score, sign or reopen is its player's and its marker's business
 * and decided with the command (NOT_MARKER).
 */
export const MATCH_POLICY: Readonly<Record<MatchCall, readonly MatchRole[]>> = {
  read: EVERYBODY,
  invite: HOST,
  remove: HOST,
  ready: PLAYERS,
  assignMarker: HOST,
  start: HOST,
  leaveLobby: PLAYERS,
  leaveRound: PLAYERS,
  score: PLAYERS,
  sign: PLAYERS,
  reopen: PLAYERS,
};

export function roleIn(state: MatchState | null, userId: string): MatchRole {
  if (state === null) return 'STRANGER';
  if (isParticipant(state, userId)) return state.hostId === userId ? 'HOST' : 'PLAYER';
  return pendingInvite(state, userId) === null ? 'STRANGER' : 'INVITEE';
}

/** Why this golfer may not do this here, null when nothing is against it. Deciders refuse the same again by themselves. */
export function mayNot(call: MatchCall, state: MatchState | null, userId: string): ErrorCode | null {
  const role = roleIn(state, userId);
  if (MATCH_POLICY[call].includes(role)) return null;
  return role === 'PLAYER' ? 'NOT_HOST' : 'MATCH_NOT_FOUND';
}
