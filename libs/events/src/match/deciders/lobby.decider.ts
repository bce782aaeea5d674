import { LIMITS, MESSAGES, PRACTICE_FORMAT } from '@fairmark/contract';
import { groupSize, isLobbyOver, isParticipant, pendingInvite } from '../match.queries.js';
import type { LobbyEndReason } from '../match.events.js';
import type { MatchState } from '../match.state.js';
import { withLobbyMarkers } from './markers.decider.js';
import { happened, invalid, nothing, refused, type Decision, type MatchCommandOf } from './match.command.js';

/** How a group gathers before its round (docs/product.md, Lobby and invitations). */

/**
 * Creates a lobby with only the host. Refused with HANDICAP_UNKNOWN if the tee has no rating for the host, because that
 * match could never start. The id derives from the command, so an existing match was created by the same command.
 */
export function createMatch(state: MatchState | null, command: MatchCommandOf<'CreateMatch'>): Decision {
  if (state !== null) return state.hostId === command.actorId ? nothing : refused('CONFLICT');
  const { matchId, actorId, gender, playType, matchType, tee, course, maxGroupSize } = command;
  const wrongFormat = playType === 'SOCIAL' && matchType !== PRACTICE_FORMAT;
  if (wrongFormat) return invalid({ matchType: MESSAGES.socialIsStableford });
  if (course.byGender[gender] === undefined) return refused('HANDICAP_UNKNOWN');
  const data = { matchId, hostId: actorId, hostGender: gender, playType, matchType, tee, course, maxGroupSize };
  return happened({ type: 'MatchCreated', data });
}

/** Refused with ALREADY_INVITED for members and invited golfers, GROUP_FULL, INVITE_LIMIT after three invitations. */
export function invitePlayer(state: MatchState, { inviteId, userId }: MatchCommandOf<'InvitePlayer'>): Decision {
  if (state.members.has(userId) || pendingInvite(state, userId) !== null) return refused('ALREADY_INVITED');
  const { maxGroupSize } = state;
  if (groupSize(state) >= maxGroupSize) {
    return refused('GROUP_FULL', { maxGroupSize }, MESSAGES.groupFull(maxGroupSize));
  }
  if (invitesOf(state, userId).length >= LIMITS.invitesPerMatchAndPerson) return refused('INVITE_LIMIT');
  return happened({ type: 'PlayerInvited', data: { inviteId, userId } });
}

/**
 * Withdraws an invitation or removes a player, who may be invited again. Succeeds without events if the golfer has
 * already gone. Refused with INVITE_NOT_FOUND for a golfer who was never invited, and FORBIDDEN for the host.
 */
export function removePlayer(state: MatchState, { userId }: MatchCommandOf<'RemovePlayer'>): Decision {
  if (userId === state.hostId) return refused('FORBIDDEN');
  const invite = pendingInvite(state, userId);
  if (invite !== null) return happened({ type: 'InviteRemoved', data: { inviteId: invite.inviteId, userId } });
  if (state.members.has(userId)) return withLobbyMarkers(state, { type: 'PlayerRemoved', data: { userId } });
  return invitesOf(state, userId).length > 0 ? nothing : refused('INVITE_NOT_FOUND');
}

/**
 * Repeating an answer succeeds while it still holds. Otherwise refused with MATCH_STARTED after the start, and with
 * INVITE_NOT_FOUND if the invitation was answered or withdrawn or the lobby has ended. Accepting is refused with
 * HANDICAP_UNKNOWN if the tee has no rating for this golfer, because the group could never start.
 */
export function answerInvite(state: MatchState | null, command: MatchCommandOf<'AnswerInvite'>, now: string): Decision {
  const { actorId, inviteId, status, gender } = command;
  const invite = state?.invites.get(inviteId);
  if (state === null || invite === undefined || invite.userId !== actorId) return refused('INVITE_NOT_FOUND');
  const over = isOver(state, now);
  const inEffect = status === 'DENIED' || (isParticipant(state, actorId) && !over);
  if (invite.status === status && inEffect) return nothing;
  if (state.status === 'STARTED') return refused('MATCH_STARTED');
  if (invite.status !== 'PENDING' || over) return refused('INVITE_NOT_FOUND');
  if (status === 'DENIED') return happened({ type: 'InviteDenied', data: { inviteId, userId: actorId } });
  if (state.course.byGender[gender] === undefined) return refused('HANDICAP_UNKNOWN');
  return withLobbyMarkers(state, { type: 'InviteAccepted', data: { inviteId, userId: actorId, gender } });
}

/**
 * Leaves the lobby, or deletes the round before its start: these differ only in a host's reason. Succeeds in a lobby that
 * has ended. The lobby ends for all if the host leaves, or if it has expired.
 */
export function leaveLobby(state: MatchState, command: Leave, now: string): Decision {
  if (state.status === 'STARTED') return refused('MATCH_STARTED');
  if (state.status === 'ENDED') return nothing;
  if (isOver(state, now)) return happened({ type: 'LobbyEnded', data: { reason: 'EXPIRED' } });
  const { type, actorId: userId, reason } = command;
  if (userId === state.hostId) {
    const deletes = type === 'LeaveRound' && reason === 'LEFT';
    return happened({ type: 'LobbyEnded', data: { reason: deletes ? 'HOST_ENDED' : AS_HOST[reason] } });
  }
  return withLobbyMarkers(state, { type: 'PlayerLeftLobby', data: { userId, reason } });
}

type Leave = MatchCommandOf<'LeaveLobby' | 'LeaveRound'>;

const AS_HOST: Record<Leave['reason'], LobbyEndReason> = {
  LEFT: 'HOST_LEFT',
  JOINED_ANOTHER: 'HOST_JOINED_ANOTHER',
  ACCOUNT_DELETED: 'ACCOUNT_DELETED',
};

const isOver = (state: MatchState, now: string): boolean => state.status === 'ENDED' || isLobbyOver(state, now);

const invitesOf = (state: MatchState, userId: string) =>
  [...state.invites.values()].filter((invite) => invite.userId === userId);
