import { isSigned } from '../match.queries.js';
import type { MatchEvent } from '../match.events.js';
import type { MatchState } from '../match.state.js';
import { playersWithout, roundMarkers, type Leaver } from './markers.js';
import { happened, nothing, refused, type Decision, type MatchCommandOf } from './match.command.js';

/**
 * Leaving during the round: the card ends as withdrawn, markers and host duties pass on, and with the last card the
 * match is over. A card with a signature cannot be left (ROUND_SIGNED). Deleting the account always succeeds: a signed
 * card stands then, but its owner marks, hosts and signs no more.
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
  if (leaver.withdraws && isLastCard(state, actorId)) {
    return happened(...events, { type: 'MatchEnded', data: { reason: 'ALL_WITHDRAWN' } });
  }
  return happened(...events, ...roundMarkers(state, leaver), ...nextHost(state, leaver));
}

const isLastCard = (state: MatchState, userId: string): boolean =>
  [...state.cards.values()].every((card) => card.withdrawn || card.userId === userId);

/** Makes the next in joining order who still plays the host; nothing where the leaver is not the host or none is left. */
function nextHost(state: MatchState, leaver: Leaver): MatchEvent[] {
  if (state.hostId !== leaver.userId) return [];
  const order = [...state.members.keys()];
  const after = order.slice(order.indexOf(leaver.userId) + 1);
  const players = playersWithout(state, leaver);
  const hostId = after.find((userId) => players.includes(userId)) ?? players[0];
  return hostId === undefined ? [] : [{ type: 'HostChanged', data: { hostId } }];
}
