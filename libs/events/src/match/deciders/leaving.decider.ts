import { isSigned } from '../match.queries.js';
import type { MatchEvent } from '../match.events.js';
import type { MatchState } from '../match.state.js';
import { playersWithout, roundMarkers, type Leaver } from './markers.decider.js';
import { happened, nothing, refused, type Decision, type MatchCommandOf } from './match.command.js';

/**
 * Leaving during the round withdraws the card and passes on marking and hosting; withdrawing the last card ends the
 * match. A golfer cannot leave once the card is signed (ROUND_SIGNED). Deleting the account always succeeds: a signed
 * card stays, but its owner no longer marks, hosts or signs.
 */
export function leaveRound(state: MatchState, { actorId, reason }: MatchCommandOf<'LeaveRound'>): Decision {
  const card = state.cards.get(actorId);
  if (state.status === 'ENDED' || card === undefined) return nothing;
  const closes = reason === 'ACCOUNT_DELETED';
  if (!closes && isSigned(card)) return refused('ROUND_SIGNED');

  const leaver: Leaver = { userId: actorId, withdraws: !card.withdrawn && !isSigned(card), closes };
  const events: MatchEvent[] = [];
  if (leaver.withdraws) events.push({ type: 'PlayerWithdrew', data: { userId: actorId, reason } });
  if (closes) events.push({ type: 'AccountClosed', data: { userId: actorId } });
  const isLast = [...state.cards.values()].every(({ withdrawn, userId }) => withdrawn || userId === actorId);
  if (leaver.withdraws && isLast) {
    return happened(...events, { type: 'MatchEnded', data: { reason: 'ALL_WITHDRAWN' } });
  }
  return happened(...events, ...roundMarkers(state, leaver), ...nextHost(state, leaver));
}

/** Passes hosting to the next active player in joining order; no event if the leaver is not host or none is left. */
function nextHost(state: MatchState, leaver: Leaver): MatchEvent[] {
  if (state.hostId !== leaver.userId) return [];
  const order = [...state.members.keys()];
  const after = order.slice(order.indexOf(leaver.userId) + 1);
  const players = playersWithout(state, leaver);
  const hostId = after.find((userId) => players.includes(userId)) ?? players[0];
  return hostId === undefined ? [] : [{ type: 'HostChanged', data: { hostId } }];
}
