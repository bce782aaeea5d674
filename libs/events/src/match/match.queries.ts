import { LIMITS, type Side } from '@fairmark/contract';
import { scoresAgree, strokesReceived } from '@fairmark/scoring';
import type { HoleCard } from './match.events.js';
import type { Card, CountingEntry, Entry, InviteState, MatchState } from './match.state.js';

/** Questions that deciders, presenters, projections and the gateway ask of a match. All pure; none changes the state. */

/** In the lobby or in the round, withdrawn players included; golfers who left the lobby or were kicked are strangers. */
export function isParticipant(state: MatchState, userId: string): boolean {
  return state.members.has(userId) && !state.closedAccounts.has(userId);
}

/**
 * Who may see a match, its lobby and its hints: those who are in it, and those who are asked to it while the lobby can
 * be joined. To kicked players, those who left the lobby or declined, and everybody else the match does not exist. Who
 * may do what is decided with the command (match.decider.ts).
 */
export function mayRead(state: MatchState, userId: string, now: string): boolean {
  if (isParticipant(state, userId)) return true;
  return pendingInvite(state, userId) !== null && !isLobbyOver(state, now);
}

/** My invitation that still waits for an answer. */
export function pendingInvite(state: MatchState, userId: string): InviteState | null {
  return pendingInvites(state).find((invite) => invite.userId === userId) ?? null;
}

/** Invitations that wait for an answer, oldest first. None once the lobby has ended. */
export function pendingInvites(state: MatchState): InviteState[] {
  if (state.status === 'ENDED') return [];
  return [...state.invites.values()].filter((invite) => invite.status === 'PENDING');
}

/** Seats taken: host, members and open invitations. */
export function groupSize(state: MatchState): number {
  return state.members.size + pendingInvites(state).length;
}

/** A lobby that was not started within a day has ended for everybody in it, with or without an event. */
export function isLobbyOver(state: MatchState, now: string): boolean {
  return state.status === 'LOBBY' && Date.parse(now) - Date.parse(state.createdAt) >= LIMITS.lobbyLifetimeMs;
}

/** Still in the round: has a card, has not withdrawn, account not deleted. In joining order. */
export function activePlayers(state: MatchState): string[] {
  return [...state.members.keys()].filter((userId) => {
    const card = state.cards.get(userId);
    return card !== undefined && !card.withdrawn && !state.closedAccounts.has(userId);
  });
}

/** Whose golfers' cards I keep, in the lobby and in the round; withdrawn players' cards need no marker. */
export function markedBy(state: MatchState, userId: string): string[] {
  if (state.cards.size > 0) return marks(state, userId).map((card) => card.userId);
  return [...state.members.values()].filter((member) => member.markerId === userId).map((member) => member.userId);
}

/** Cards that I keep as marker, in joining order, without withdrawn ones. */
export function marks(state: MatchState, userId: string): Card[] {
  return [...state.cards.values()].filter((card) => card.markerId === userId && !card.withdrawn);
}

/** What I am to a card: its player, its marker, or neither. */
export function sideOf(card: Card, userId: string): Side | null {
  if (card.userId === userId) return 'PLAYER';
  return card.markerId === userId ? 'MARKER' : null;
}

/** One side's 18 entries; index 0 is hole 1. */
export function entriesOf(card: Card, side: Side): readonly (Entry | null)[] {
  return side === 'PLAYER' ? card.player : card.marker;
}

export function missingHoles(card: Card, side: Side): number[] {
  return entriesOf(card, side).flatMap((entry, index) => (entry === null ? [index + 1] : []));
}

/**
 * The 18 entries that count (docs/product.md, Signing 1): the marker's, with the committee's corrections in their place;
 * until the marker's are all there, the player's own. Index 0 is hole 1.
 */
export function countingEntries(card: Card): readonly (CountingEntry | null)[] {
  if (missingHoles(card, 'MARKER').length > 0) return card.player;
  return correctedEntries(card.marker, card.corrections);
}

/** Entries with corrections laid over them, the later ones over the earlier. */
export function correctedEntries(
  entries: readonly (CountingEntry | null)[],
  corrections: readonly { holes: readonly CountingEntry[] }[],
): (CountingEntry | null)[] {
  const counting = [...entries];
  for (const { holes } of corrections) for (const hole of holes) counting[hole.holeNumber - 1] = hole;
  return counting;
}

/** All that this match asks of a card is entered: 18 holes of the player and, in a competition round, of the marker. */
export function isComplete(state: MatchState, card: Card): boolean {
  if (missingHoles(card, 'PLAYER').length > 0) return false;
  return state.playType === 'SOCIAL' || missingHoles(card, 'MARKER').length === 0;
}

/** No golfer is left who can mark this card of a match round: it can be finished, never verified. */
export function cannotBeVerified(state: MatchState, card: Card): boolean {
  return state.playType === 'COMPETITION' && !card.verified && card.markerId === null;
}

export function isSigned(card: Card): boolean {
  return card.signatures.PLAYER !== undefined || card.signatures.MARKER !== undefined;
}

/** The hole as this card's player plays it: par, index and distance of the gender that the handicap was computed for. */
export function holeOf(state: MatchState, card: Card, holeNumber: number): HoleCard {
  const hole = state.course.byGender[card.settings.gender]?.holes.find(({ number }) => number === holeNumber);
  if (hole === undefined) throw new Error(`Match ${state.matchId} has no hole ${holeNumber} for ${card.userId}`);
  return hole;
}

/** Strokes that the card's daily handicap receives on a hole; negative where a plus golfer gives one back. */
export function strokesOn(state: MatchState, card: Card, holeNumber: number): number {
  return strokesReceived(card.settings.dailyHandicap, holeOf(state, card, holeNumber).strokeIndex);
}

/** Both sides have entered the hole and their results differ (docs/product.md, Signing 2). */
export function isMismatch(state: MatchState, card: Card, holeNumber: number): boolean {
  const player = card.player[holeNumber - 1] ?? null;
  const marker = card.marker[holeNumber - 1] ?? null;
  if (player === null || marker === null) return false;
  const { par } = holeOf(state, card, holeNumber);
  const strokesReceived = strokesOn(state, card, holeNumber);
  return !scoresAgree({ format: state.matchType, par, strokesReceived, player, marker });
}

/** Numbers of the holes on which player and marker disagree. */
export function mismatches(state: MatchState, card: Card): number[] {
  return card.player.flatMap((_, index) => (isMismatch(state, card, index + 1) ? [index + 1] : []));
}

/** The first hole that I have not entered, on my card or on one that I keep; null when there is none, and in a lobby. */
export function nextHole(state: MatchState, userId: string): number | null {
  const own = state.cards.get(userId);
  const mine = own === undefined || own.withdrawn ? [] : missingHoles(own, 'PLAYER');
  const others = marks(state, userId).flatMap((card) => missingHoles(card, 'MARKER'));
  const holes = [...mine, ...others];
  return holes.length === 0 ? null : Math.min(...holes);
}

/** I still have holes to enter, as player or marker: also as the marker of a card whose round I have left. */
export function owesHoles(state: MatchState, userId: string): boolean {
  return isParticipant(state, userId) && nextHole(state, userId) !== null;
}

/** I have left the round: my card is withdrawn. I may still be the marker of another card. */
export function hasLeft(state: MatchState, userId: string): boolean {
  return state.cards.get(userId)?.withdrawn === true;
}

/**
 * Complete cards that lack my signature and that I can sign now: with a golfer whose card I keep and who keeps mine both
 * or none, so that a card waits until the other one is complete as well. Results may still differ.
 */
export function cardsToSign(state: MatchState, userId: string): Card[] {
  if (state.status !== 'STARTED' || state.playType !== 'COMPETITION' || !isParticipant(state, userId)) return [];
  return [...state.cards.values()].filter((card) => {
    const side = sideOf(card, userId);
    if (side === null || card.markerId === null || card.withdrawn || card.signatures[side] !== undefined) return false;
    const other = signedTogether(state, card);
    return isComplete(state, card) && (other === null || isComplete(state, other));
  });
}

/** The card of this card's marker, where this card's player keeps it: two golfers sign both with one tap. */
function signedTogether(state: MatchState, { userId, markerId }: Card): Card | null {
  const other = markerId === null ? undefined : state.cards.get(markerId);
  return other?.markerId === userId && !other.withdrawn ? other : null;
}

/** My open lobby, or a round of the last day in which I owe holes (docs/product.md, Lobby and invitations 18). */
export function isCurrentFor(state: MatchState, userId: string, now: string): boolean {
  if (!isParticipant(state, userId)) return false;
  if (state.status === 'LOBBY') return !isLobbyOver(state, now);
  if (state.start === null || !owesHoles(state, userId)) return false;
  return Date.parse(now) - Date.parse(state.start.startedAt) < LIMITS.currentRoundMs;
}
