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
function markerBefore(
  order: readonly string[],
  userId: string,
  canMark: Pick<ReadonlySet<string>, 'has'>,
): string | null {
  const place = order.indexOf(userId);
  const before = [...order.slice(place + 1), ...order.slice(0, place)].reverse();
  return before.find((other) => canMark.has(other)) ?? null;
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
  const { playType, members, markersBy } = afterwards(state, [change]);
  if (playType === 'SOCIAL') return happened(change);
  const players = [...members.keys()];
  const by = markersBy === 'HOST' && players.length > 2 ? 'HOST' : 'LOOP';
  const markers: Markers = {};
  for (const { userId, markerId } of members.values()) {
    const isKept = by === 'HOST' && markerId !== null && members.has(markerId);
    markers[userId] = isKept ? markerId : markerBefore(players, userId, members);
  }
  const same = by === markersBy && [...members.values()].every(({ userId, markerId }) => markerId === markers[userId]);
  return same ? happened(change) : happened(change, { type: 'MarkersAssigned', data: { markers, by } });
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
  const canMark = new Set(activePlayers(after));
  const keeper = ({ userId, markerId, verified, withdrawn }: Card): string | null => {
    if (verified || withdrawn || markerId === null || canMark.has(markerId)) return markerId;
    return markerBefore(order, userId, canMark) ?? (after.closedAccounts.has(markerId) ? null : markerId);
  };
  return reassigned(after, keeper, after.markersBy);
}

/** The round's full assignment, or no event if nothing changes. */
export function reassigned(
  state: MatchState,
  keeper: (card: Card) => string | null,
  by: 'LOOP' | 'HOST',
): MatchEvent[] {
  const cards = [...state.cards.values()];
  const markers: Markers = Object.fromEntries(cards.map((card) => [card.userId, keeper(card)]));
  const same = cards.every((card) => card.markerId === markers[card.userId]);
  return same ? [] : [{ type: 'MarkersAssigned', data: { markers, by } }];
}

/** The host assigns a marker, in lobby or round: another active player, and only to a card that is not signed. */
export function assignMarker(state: MatchState, command: MatchCommandOf<'AssignMarker'>): Decision {
  const { userId, markerId } = command;
  if (state.playType === 'SOCIAL') return invalid({ matchId: MESSAGES.socialHasNoMarker });
  if (userId === markerId) return invalid({ markerId: MESSAGES.ownMarker });
  const member = state.members.get(userId);
  if (member === undefined) return invalid({ userId: MESSAGES.notInGroup });
  if (!canMark(state).includes(markerId)) return invalid({ markerId: MESSAGES.notInGroup });
  if (member.markerId === markerId) return nothing;
  if (state.status === 'STARTED') return assignInRound(state, command);
  const markers = [...state.members.values()].map((other) => [
    other.userId,
    other.userId === userId ? markerId : other.markerId,
  ]);
  return happened({ type: 'MarkersAssigned', data: { markers: Object.fromEntries(markers), by: 'HOST' } });
}

function assignInRound(state: MatchState, { userId, markerId }: MatchCommandOf<'AssignMarker'>): Decision {
  const card = state.cards.get(userId);
  if (card === undefined || card.withdrawn) return refused('ROUND_WITHDRAWN');
  if (isSigned(card)) return refused('ROUND_SIGNED');
  return happened(...reassigned(state, (kept) => (kept.userId === userId ? markerId : kept.markerId), 'HOST'));
}

const canMark = (state: MatchState): string[] =>
  state.status === 'STARTED' ? activePlayers(state) : [...state.members.keys()];
