import { LIMITS, type Side, type StoryScore } from '@fairmark/contract';
import { scoresAgree, strokesReceived } from '@fairmark/scoring';
import type { HoleCard } from './match.events.js';
import type { Card, CountingEntry, Entry, InviteState, MatchState } from './match.state.js';

/** Queries of deciders, presenters, projections and the gateway on a match. All are pure and never change the state. */

/** Whether the golfer is in the lobby or round, including withdrawn players but not those who left the lobby. */
export function isParticipant(state: MatchState, userId: string): boolean {
  return state.members.has(userId) && !state.closedAccounts.has(userId);
}

/**
 * Whether the golfer may see a match, its lobby and its hints: participants may, and invited golfers while the lobby
 * can be joined. For all others, including those who were removed, left or declined, the match does not exist.
 * Permissions to act are decided with each command (match.decider.ts).
 */
export function mayRead(state: MatchState, userId: string, now: string): boolean {
  if (isParticipant(state, userId)) return true;
  return pendingInvite(state, userId) !== null && !isLobbyOver(state, now);
}

/** The golfer's unanswered invitation. */
export function pendingInvite(state: MatchState, userId: string): InviteState | null {
  return pendingInvites(state).find((invite) => invite.userId === userId) ?? null;
}

/** Unanswered invitations, oldest first; none once the lobby has ended. */
export function pendingInvites(state: MatchState): InviteState[] {
  if (state.status === 'ENDED') return [];
  return [...state.invites.values()].filter((invite) => invite.status === 'PENDING');
}

/** Seats taken: members, the host included, and pending invitations. */
export function groupSize(state: MatchState): number {
  return state.members.size + pendingInvites(state).length;
}

/** Whether the lobby has expired: it ends after a day without a start, even before an event records that. */
export function isLobbyOver(state: MatchState, now: string): boolean {
  return state.status === 'LOBBY' && Date.parse(now) - Date.parse(state.createdAt) >= LIMITS.lobbyLifetimeMs;
}

/** Players in the round who have neither withdrawn nor deleted their account, in joining order. */
export function activePlayers(state: MatchState): string[] {
  return [...state.members.keys()].filter((userId) => {
    const card = state.cards.get(userId);
    return card !== undefined && !card.withdrawn && !state.closedAccounts.has(userId);
  });
}

/** The players whose cards the golfer marks, in lobby or round, without withdrawn ones. */
export function markedBy(state: MatchState, userId: string): string[] {
  if (state.cards.size > 0) return marks(state, userId).map((card) => card.userId);
  return [...state.members.values()].filter((member) => member.markerId === userId).map((member) => member.userId);
}

/** The cards that the golfer marks, in joining order, without withdrawn ones. */
export function marks(state: MatchState, userId: string): Card[] {
  return [...state.cards.values()].filter((card) => card.markerId === userId && !card.withdrawn);
}

/** The golfer's side of a card; null for neither. */
export function sideOf(card: Card, userId: string): Side | null {
  if (card.userId === userId) return 'PLAYER';
  return card.markerId === userId ? 'MARKER' : null;
}

/** An entry as it is written on a card: `NS` for No Score, null for an empty hole. */
export function writtenScore(entry: Pick<CountingEntry, 'strokes' | 'noScore'> | null): StoryScore {
  return entry?.noScore === true ? 'NS' : (entry?.strokes ?? null);
}

/** One side's 18 entries; index 0 is hole 1. */
export function entriesOf(card: Card, side: Side): readonly (Entry | null)[] {
  return side === 'PLAYER' ? card.player : card.marker;
}

export function missingHoles(card: Card, side: Side): number[] {
  return entriesOf(card, side).flatMap((entry, index) => (entry === null ? [index + 1] : []));
}

/**
 * The 18 entries that count (docs/product.md, Signing 1): the marker's with the committee's corrections applied, or the
 * player's own until the marker's are complete. Index 0 is hole 1.
 */
export function countingEntries(card: Card): readonly (CountingEntry | null)[] {
  if (missingHoles(card, 'MARKER').length > 0) return card.player;
  return correctedEntries(card.marker, card.corrections);
}

/** Entries with corrections applied; later corrections override earlier ones. */
export function correctedEntries(
  entries: readonly (CountingEntry | null)[],
  corrections: readonly { holes: readonly CountingEntry[] }[],
): (CountingEntry | null)[] {
  const counting = [...entries];
  for (const { holes } of corrections) for (const hole of holes) counting[hole.holeNumber - 1] = hole;
  return counting;
}

/** Whether the player and, in a match round, the marker have entered all 18 holes. */
export function isComplete(state: MatchState, card: Card): boolean {
  if (missingHoles(card, 'PLAYER').length > 0) return false;
  return state.playType === 'SOCIAL' || missingHoles(card, 'MARKER').length === 0;
}

/**
 * Whether this card of a match round can be completed, but never verified: it lacks the marker's signature and no golfer
 * is left who can mark it, or it lacks the signature of a player who has deleted the account.
 */
export function cannotBeVerified({ playType, closedAccounts }: MatchState, card: Card): boolean {
  const { PLAYER, MARKER } = card.signatures;
  const isGone = { player: closedAccounts.has(card.userId), marker: card.markerId === null };
  const lacking = (isGone.marker && MARKER === undefined) || (isGone.player && PLAYER === undefined);
  return playType === 'COMPETITION' && !card.verified && lacking;
}

export function isSigned(card: Card): boolean {
  return card.signatures.PLAYER !== undefined || card.signatures.MARKER !== undefined;
}

/** The hole as this card's player plays it, by the gender that the handicap was computed for. */
export function holeOf(state: MatchState, card: Card, holeNumber: number): HoleCard {
  const hole = state.course.byGender[card.settings.gender]?.holes.find(({ number }) => number === holeNumber);
  if (hole === undefined) throw new Error(`Match ${state.matchId} has no hole ${holeNumber} for ${card.userId}`);
  return hole;
}

/** Strokes that the card's player receives on a hole; negative where a plus golfer gives one back. */
export function strokesOn(state: MatchState, card: Card, holeNumber: number): number {
  return strokesReceived(card.settings.dailyHandicap, holeOf(state, card, holeNumber).strokeIndex);
}

/** Numbers of the holes that both sides have entered with different results (docs/product.md, Signing 2). */
export function mismatches(state: MatchState, card: Card): number[] {
  return card.player.flatMap((player, index) => {
    const marker = card.marker[index] ?? null;
    if (player === null || marker === null) return [];
    const { par } = holeOf(state, card, index + 1);
    const strokesReceived = strokesOn(state, card, index + 1);
    return scoresAgree({ format: state.matchType, par, strokesReceived, player, marker }) ? [] : [index + 1];
  });
}

/** The first hole that the golfer still has to enter, as player or marker; null if there is none, and in a lobby. */
export function nextHole(state: MatchState, userId: string): number | null {
  const own = state.cards.get(userId);
  const mine = own === undefined || own.withdrawn ? [] : missingHoles(own, 'PLAYER');
  const others = marks(state, userId).flatMap((card) => missingHoles(card, 'MARKER'));
  const holes = [...mine, ...others];
  return holes.length === 0 ? null : Math.min(...holes);
}

/** Whether the golfer still has holes to enter, as player or marker. A withdrawn player may still be a marker. */
export function owesHoles(state: MatchState, userId: string): boolean {
  return isParticipant(state, userId) && nextHole(state, userId) !== null;
}

/** Whether the golfer's card is withdrawn; the golfer may still mark another card. */
export function hasLeft(state: MatchState, userId: string): boolean {
  return state.cards.get(userId)?.withdrawn === true;
}

/** A signature that a golfer may give: on one card, as its player or as its marker. */
export interface Signing {
  card: Card;
  as: Side;
}

/** The golfer's signatures by partner: the cards that two golfers share are signed together, all or none. */
export function signingsByPartner(state: MatchState, me: string): Map<string, Signing[]> {
  const partners = new Map<string, Signing[]>();
  const own = state.cards.get(me);
  // A marker who deleted the account may have signed before, and signatures stand.
  const marker = own?.markerId ?? own?.signatures.MARKER?.signedBy;
  if (own !== undefined && !own.withdrawn && marker !== undefined) {
    partners.set(marker, [{ card: own, as: 'PLAYER' }]);
  }
  for (const card of marks(state, me)) {
    partners.set(card.userId, [...(partners.get(card.userId) ?? []), { card, as: 'MARKER' }]);
  }
  return partners;
}

/**
 * Cards that the golfer can sign now and has not signed: those shared with one partner are all complete. Results may still
 * differ.
 */
export function cardsToSign(state: MatchState, userId: string): Card[] {
  if (!isParticipant(state, userId)) return [];
  return [...signingsByPartner(state, userId).values()]
    .filter((signings) => signings.every(({ card }) => isComplete(state, card)))
    .flatMap((signings) => signings.filter(({ card, as }) => card.signatures[as] === undefined))
    .map(({ card }) => card)
    .filter((card) => !cannotBeVerified(state, card));
}

/** Whether this is an open lobby, or a round under a day old with holes to enter (product.md, Lobby and invitations 18). */
export function isCurrentFor(state: MatchState, userId: string, now: string): boolean {
  if (!isParticipant(state, userId)) return false;
  if (state.status === 'LOBBY') return !isLobbyOver(state, now);
  if (state.start === null || !owesHoles(state, userId)) return false;
  return Date.parse(now) - Date.parse(state.start.startedAt) < LIMITS.currentRoundMs;
}
