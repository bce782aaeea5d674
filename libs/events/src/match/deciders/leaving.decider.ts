import { activePlayers, isSigned } from '../match.queries.js';
import type { MatchEvent } from '../match.events.js';
import type { MatchState } from '../match.state.js';
import { leaveLobby } from './lobby.decider.js';
import { afterwards, roundMarkers } from './markers.decider.js';
import { happened, nothing, refused, type Decision, type MatchCommandOf } from './match.command.js';

/**
 * Before the start, leaves the lobby. Leaving during the round withdraws the card and passes on marking and hosting;
 * withdrawing the last card ends the match. A golfer cannot leave once the card is signed (ROUND_SIGNED). Deleting the
 * account always succeeds: a signed card stays, but its owner no longer marks, hosts or signs.
 */
export function leaveRound(state: MatchState, command: MatchCommandOf<'LeaveRound'>, now: string): Decision {
  if (state.status === 'LOBBY') return leaveLobby(state, command, now);
  const { actorId, reason } = command;
  const card = state.cards.get(actorId);
  if (state.status === 'ENDED' || card === undefined) return nothing;
  const closes = reason === 'ACCOUNT_DELETED';
  if (!closes && isSigned(card)) return refused('ROUND_SIGNED');

  const events: MatchEvent[] = [];
  const withdraws = !card.withdrawn && !isSigned(card);
  if (withdraws) events.push({ type: 'PlayerWithdrew', data: { userId: actorId, reason } });
  if (closes) events.push({ type: 'AccountClosed', data: { userId: actorId } });
  const after = afterwards(state, events);
  if (withdraws && [...after.cards.values()].every(({ withdrawn }) => withdrawn)) {
    return happened(...events, { type: 'MatchEnded', data: { reason: 'ALL_WITHDRAWN' } });
  }
  return happened(...events, ...roundMarkers(after), ...nextHost(after, actorId));
}

/** Passes hosting to the next active player in joining order; no event if the leaver is not host or none is left. */
function nextHost(after: MatchState, leaver: string): MatchEvent[] {
  if (after.hostId !== leaver) return [];
  const order = [...after.members.keys()];
  const players = activePlayers(after);
  const hostId = order.slice(order.indexOf(leaver)).find((userId) => players.includes(userId)) ?? players[0];
  return hostId === undefined ? [] : [{ type: 'HostChanged', data: { hostId } }];
}
