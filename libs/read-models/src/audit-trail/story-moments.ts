import type { StoryChange, StoryLine } from '@fairmark/contract';
import {
  applyMatchEvent,
  cardHash,
  correctedEntries,
  countingEntries,
  entriesOf,
  isMatchEvent,
  sideOf,
  upcast,
  writtenScore,
  type MatchEvent,
  type MatchEventType,
  type MatchState,
  type RecordedEvent,
} from '@fairmark/events';
import { whoIs, type StoredRound, type WhoIs } from './story-rows.js';
import { wordsOf, type HashedCard } from './story-words.js';

/** One event of a round's audit trail. */
export interface StoryMoment {
  line: StoryLine;
  /** Why the event cannot be read or applied; null if it can. */
  problem: string | null;
  /** Null for other events than signatures, verifications and corrections. */
  hashed: HashedCard | null;
}

const SYSTEM = 'system';

/** Events that golfers cause as players, even if they are the host. */
const OWN_ACTS: ReadonlySet<MatchEventType> = new Set([
  'InviteAccepted',
  'InviteDenied',
  'HandicapSet',
  'PlayerReadied',
  'PlayerUnreadied',
  'PlayerLeftLobby',
  'PlayerWithdrew',
  'AccountClosed',
]);

const ABOUT_A_CARD: ReadonlySet<MatchEventType> = new Set([
  'HoleScored',
  'HoleScoreCleared',
  'CardSigned',
  'CardVerified',
  'CardReopened',
  'CardCorrected',
  'PlayerWithdrew',
]);

/**
 * Derives the audit trail of a whole stream, read as stored, and the match after its last event; `state` is null if even
 * the first event cannot be read. An event that cannot be read or applied occurs only in a tampered log; it is marked as
 * such, and the trail continues after it. By default, golfers have no names and corrections no notes.
 */
export function storyMoments(
  events: readonly RecordedEvent[],
  who: WhoIs = whoIs(new Map(), []),
  notes: StoredRound['notes'] = null,
): { moments: StoryMoment[]; state: MatchState | null } {
  const byCommand = new Map<string, (RecordedEvent & MatchEvent)[]>();
  for (const event of events.filter(isMatchEvent)) {
    const { commandId } = event.metadata;
    byCommand.set(commandId, [...(byCommand.get(commandId) ?? []), event]);
  }
  const name = (id: string): string => who(id).fullName;
  let state: MatchState | null = null;
  const moments = events.map((stored): StoryMoment => {
    const { actorId, commandId, recordedAt, occurredAt, deviceId, hash, prevHash } = stored.metadata;
    const line = {
      revision: String(stored.revision),
      position: String(stored.position),
      eventId: stored.id,
      type: stored.type,
      recordedAt,
      occurredAt,
      deviceId,
      by: actorId === SYSTEM ? null : who(actorId),
      as: null,
      about: null,
      changes: [],
      markers: [],
      signature: null,
      hash,
      prevHash,
    };
    try {
      const event = upcast(stored);
      if (!isMatchEvent(event)) throw new Error(`${event.type} is not a match event`);
      const changes = state === null ? [] : changesOf(state, event, who);
      state = applyMatchEvent(state, event, { id: stored.id, recordedAt });
      const as = capacityOf(state, event, actorId);
      const about = ABOUT_A_CARD.has(event.type) && 'userId' in event.data ? who(event.data.userId) : null;
      const hashed = hashedCard(state, event, who);
      const signature = event.type === 'CardSigned' && hashed !== null ? { ...hashed, as: event.data.as } : null;
      const sameCommand = byCommand.get(commandId) ?? [];
      const note = notes === null ? null : notes.get(commandId);
      const told = { ...line, as, about, changes, markers: markersIn(event, who), signature };
      const words = wordsOf(event, { ...told, hashed, state, name, sameCommand, note });
      return { line: { ...told, words }, problem: null, hashed };
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      const words = `This event (${stored.type}) cannot be read: ${problem}.`;
      return { line: { ...line, words }, problem, hashed: null };
    }
  });
  return { moments, state };
}

function changesOf(state: MatchState, { type, data }: MatchEvent, who: WhoIs): StoryChange[] {
  if (type === 'HoleScoreCleared') {
    return changesOf(state, { type: 'HoleScored', data: { ...data, strokes: null, noScore: false } }, who);
  }
  if (type !== 'HoleScored' && type !== 'CardCorrected') return [];
  const card = state.cards.get(data.userId);
  const side = type === 'CardCorrected' ? 'COMMITTEE' : data.side;
  const before = card && (side === 'COMMITTEE' ? countingEntries(card) : entriesOf(card, side));
  return (type === 'CardCorrected' ? data.holes : [data]).map((hole) => {
    const from = writtenScore(before?.[hole.holeNumber - 1] ?? null);
    return { card: who(data.userId), holeNumber: hole.holeNumber, side, from, to: writtenScore(hole) };
  });
}

/** The capacity in which the actor caused the event; `state` is the match after the event. */
function capacityOf(state: MatchState, { type, data }: MatchEvent, actor: string): StoryLine['as'] {
  if (actor === SYSTEM) return null;
  if (type === 'HoleScored' || type === 'HoleScoreCleared') return data.side;
  if (type === 'CardSigned') return data.as;
  if (type === 'CardCorrected') return 'COMMITTEE';
  if (type === 'CardReopened' || type === 'CardVerified') {
    const card = state.cards.get(data.userId);
    return card === undefined ? null : sideOf(card, actor);
  }
  if (OWN_ACTS.has(type)) return 'PLAYER';
  if (state.hostId === actor) return 'HOST';
  return state.members.has(actor) ? 'PLAYER' : null;
}

function markersIn({ type, data }: MatchEvent, who: WhoIs): StoryLine['markers'] {
  const named = (userId: string, markerId: string | null) => {
    return { card: who(userId), marker: markerId === null ? null : who(markerId) };
  };
  if (type === 'MatchStarted') return data.players.map(({ userId, markerId }) => named(userId, markerId));
  return type === 'MarkersAssigned' ? Object.entries(data.markers).map((pair) => named(...pair)) : [];
}

function hashedCard(state: MatchState, { type, data }: MatchEvent, who: WhoIs): HashedCard | null {
  if (type !== 'CardSigned' && type !== 'CardVerified' && type !== 'CardCorrected') return null;
  const card = state.cards.get(data.userId);
  if (card === undefined) return null;
  const counting = correctedEntries(card.marker, card.corrections);
  return {
    card: who(data.userId),
    cardHash: data.cardHash,
    entries: counting.map(writtenScore),
    fits: counting.every((entry) => entry !== null) && cardHash(state, { ...card, marker: counting }) === data.cardHash,
  };
}
