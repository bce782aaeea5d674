import { MESSAGES } from '@fairmark/contract';
import { activePlayers, isSigned } from '../match.queries.js';
import { applyMatchEvent } from '../match.fold.js';
import type { Card, MatchState } from '../match.state.js';
import type { Markers, MatchEvent } from '../match.events.js';
import { happened, invalid, nothing, refused, type Decision, type MatchCommandOf } from './match.command.js';

/** Who marks whom (docs/product.md, Markers). Practice rounds have no markers. */

/**
 * The closest golfer before this one in joining order, wrapping around, who can mark. Two players mark each other; of
 * three, 1 marks 2, 2 marks 3 and 3 marks 1. Null if no other player can mark.
 */
function markerBefore(order: readonly string[], userId: string, canMark: (other: string) => boolean): string | null {
  const place = order.indexOf(userId);
  const before = [...order.slice(place + 1), ...order.slice(0, place)].reverse();
  return before.find(canMark) ?? null;
}

/** The match once these events have happened, to decide what follows from them. */
export function afterwards(state: MatchState, events: readonly MatchEvent[]): MatchState {
  const at = { id: '', recordedAt: '' };
  return events.reduce((after, event) => applyMatchEvent(after, event, at), structuredClone(state));
}

/**
 * A change of the lobby's members, and the markers after it: by default the loop. If the host has chosen, only players
 * without a valid marker get one from the loop. Two players always mark each other.
 */
export function withLobbyMarkers(state: MatchState, change: MatchEvent): Decision {
  const after = afterwards(state, [change]);
  const { playType, members, markersBy } = after;
  if (playType === 'SOCIAL') return happened(change);
  const players = [...members.keys()];
  const by = markersBy === 'HOST' && players.length > 2 ? 'HOST' : 'LOOP';
  const keeper = ({ userId, markerId }: Marked): string | null => {
    const isKept = by === 'HOST' && markerId !== null && members.has(markerId);
    return isKept ? markerId : markerBefore(players, userId, () => true);
  };
  return happened(change, ...reassigned(after, members, keeper, by));
}

/**
 * Reassigns the round's markers after a player left: the previous player in the loop takes over the cards that the
 * leaver marked. If no other player is left, as in a two-ball, the leaver remains the marker, or the card has none if
 * the leaver's account is deleted. Verified and withdrawn cards keep their markers; practice rounds have none.
 *
 * @param after the match without the player
 */
export function roundMarkers(after: MatchState): MatchEvent[] {
  const order = [...after.members.keys()];
  const active = activePlayers(after);
  const canMark = (userId: string): boolean => active.includes(userId);
  const keeper = ({ userId, markerId, verified, withdrawn }: Card): string | null => {
    if (verified || withdrawn || markerId === null || canMark(markerId)) return markerId;
    return markerBefore(order, userId, canMark) ?? (after.closedAccounts.has(markerId) ? null : markerId);
  };
  return reassigned(after, after.cards, keeper, after.markersBy);
}

type Marked = Pick<Card, 'userId' | 'markerId'>;

/** The full assignment of markers to members or cards, or no event if nothing changes. */
function reassigned<One extends Marked>(
  state: MatchState,
  marked: ReadonlyMap<string, One>,
  keeper: (one: One) => string | null,
  by: 'LOOP' | 'HOST',
): MatchEvent[] {
  const all = [...marked.values()];
  const markers: Markers = Object.fromEntries(all.map((one) => [one.userId, keeper(one)]));
  const same = by === state.markersBy && all.every(({ userId, markerId }) => markerId === markers[userId]);
  return same ? [] : [{ type: 'MarkersAssigned', data: { markers, by } }];
}

/** The host assigns a marker, in lobby or round: another active player, and only to a card that is not signed. */
export function assignMarker(state: MatchState, command: MatchCommandOf<'AssignMarker'>): Decision {
  const { userId, markerId } = command;
  if (state.playType === 'SOCIAL') return invalid({ matchId: MESSAGES.socialHasNoMarker });
  if (userId === markerId) return invalid({ markerId: MESSAGES.ownMarker });
  const member = state.members.get(userId);
  if (member === undefined) return invalid({ userId: MESSAGES.notInGroup });
  const canMark = state.status === 'STARTED' ? activePlayers(state) : [...state.members.keys()];
  if (!canMark.includes(markerId)) return invalid({ markerId: MESSAGES.notInGroup });
  if (member.markerId === markerId) return nothing;
  const assigned = (one: Marked): string | null => (one.userId === userId ? markerId : one.markerId);
  if (state.status === 'LOBBY') return happened(...reassigned(state, state.members, assigned, 'HOST'));
  const card = state.cards.get(userId);
  if (card === undefined || card.withdrawn) return refused('ROUND_WITHDRAWN');
  return isSigned(card) ? refused('ROUND_SIGNED') : happened(...reassigned(state, state.cards, assigned, 'HOST'));
}
