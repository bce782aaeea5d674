import { MESSAGES } from '@fairmark/contract';
import { activePlayers, isSigned } from '../match.queries.js';
import type { MatchState } from '../match.state.js';
import { reassigned } from './markers.js';
import { happened, invalid, nothing, refused, type Decision, type MatchCommandOf } from './match.command.js';

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
