import type { Side, StoryScore } from '@fairmark/contract';
import type { RecordedEvent } from '../envelope/envelope.js';
import { upcast } from '../versions/upcast.js';
import { cardHash } from '../match/card-hash.js';
import type { MatchEvent, MatchEventType } from '../match/match.events.js';
import { applyMatchEvent, isMatchEvent } from '../match/match.fold.js';
import { correctedEntries, countingEntries, entriesOf } from '../match/match.queries.js';
import type { Card, CountingEntry, MatchState } from '../match/match.state.js';

/** The audit trail of a round, out of its stream. It holds ids; names are joined where it is shown. */

/** A place of a card that an event changed. COMMITTEE: what counts, over the marker's entry. */
export interface ScoreChange {
  userId: string;
  holeNumber: number;
  side: Side | 'COMMITTEE';
  from: StoryScore;
  to: StoryScore;
}

/** The card that an event's hash stands for. */
export interface HashedCard {
  userId: string;
  cardHash: string;
  /** The 18 entries that counted when it was hashed, hole 1 first. */
  entries: StoryScore[];
  /** The hash is the one of these entries. */
  fits: boolean;
}

/** In what capacity something was done. */
export type Capacity = 'HOST' | Side | 'COMMITTEE';

/** One event of the audit trail. */
export interface StoryMoment {
  /** As the log holds it. */
  stored: RecordedEvent;
  /** As today's code reads it; null where it cannot be read or applied, and `problem` says why. */
  event: MatchEvent | null;
  problem: string | null;
  /** Who did it; null: the system itself. */
  by: string | null;
  as: Capacity | null;
  /** Whose card it is about; null: no single card. */
  about: string | null;
  changes: ScoreChange[];
  /** Of a signature, a verified card or a correction. */
  hashed: HashedCard | null;
}

/** The audit trail, and the match as its last event left it; null where not even the first event can be read. */
export interface RoundStory {
  moments: StoryMoment[];
  state: MatchState | null;
}

/** The actor of what no golfer did. */
const SYSTEM = 'system';

/** What golfers do for themselves: as players, also when they are the host. */
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
 * The audit trail of a stream that was read from its first event, as stored. An event that cannot be read or applied, which only a
 * changed log has, is marked as such, and the trail continues behind it.
 */
export function roundStory(events: readonly RecordedEvent[]): RoundStory {
  let state: MatchState | null = null;
  const moments = events.map((stored): StoryMoment => {
    const by = stored.metadata.actorId === SYSTEM ? null : stored.metadata.actorId;
    const untold = { stored, by, as: null, about: null, changes: [], hashed: null };
    try {
      const event = readMatchEvent(stored);
      const changes = state === null ? [] : changesOf(state, event);
      state = applyMatchEvent(state, event, { id: stored.id, recordedAt: stored.metadata.recordedAt });
      const about = cardOf(event);
      const as = by === null ? null : capacityOf(state, event, by);
      return { ...untold, event, problem: null, as, about, changes, hashed: hashedCard(state, event) };
    } catch (error) {
      return { ...untold, event: null, problem: error instanceof Error ? error.message : String(error) };
    }
  });
  return { moments, state };
}

/** The match as it stood at a revision, included; null before its first event. Unreadable events are left out. */
export function matchAt(events: readonly RecordedEvent[], revision: bigint): MatchState | null {
  return roundStory(events.filter((event) => event.revision <= revision)).state;
}

/** The last revision that was recorded up to a moment (ISO 8601, UTC), that one included; null: none was yet. */
export function revisionAt(events: readonly RecordedEvent[], moment: string): bigint | null {
  return events.findLast(({ metadata }) => metadata.recordedAt <= moment)?.revision ?? null;
}

/** An entry as it is written on a card. */
export function writtenScore(entry: Pick<CountingEntry, 'strokes' | 'noScore'> | null): StoryScore {
  if (entry === null) return null;
  return entry.noScore ? 'NS' : entry.strokes;
}

function readMatchEvent(stored: RecordedEvent): MatchEvent {
  const event = upcast(stored);
  if (!isMatchEvent(event)) throw new Error(`${event.type} is no event of a match`);
  return event;
}

function cardOf({ type, data }: MatchEvent): string | null {
  return ABOUT_A_CARD.has(type) && 'userId' in data ? data.userId : null;
}

function changesOf(state: MatchState, { type, data }: MatchEvent): ScoreChange[] {
  if (type === 'HoleScored' || type === 'HoleScoreCleared') {
    const { userId, side, holeNumber } = data;
    const card = state.cards.get(userId);
    const before = card === undefined ? null : (entriesOf(card, side)[holeNumber - 1] ?? null);
    const to = type === 'HoleScored' ? writtenScore(data) : null;
    return [{ userId, holeNumber, side, from: writtenScore(before), to }];
  }
  if (type !== 'CardCorrected') return [];
  const card = state.cards.get(data.userId);
  const before = card === undefined ? [] : countingEntries(card);
  return data.holes.map((hole) => ({
    userId: data.userId,
    holeNumber: hole.holeNumber,
    side: 'COMMITTEE',
    from: writtenScore(before[hole.holeNumber - 1] ?? null),
    to: writtenScore(hole),
  }));
}

/** In what capacity it was done, with the match as the event left it. */
function capacityOf(state: MatchState, { type, data }: MatchEvent, by: string): Capacity | null {
  if (type === 'HoleScored' || type === 'HoleScoreCleared') return data.side;
  if (type === 'CardSigned') return data.as;
  if (type === 'CardCorrected') return 'COMMITTEE';
  if (type === 'CardReopened' || type === 'CardVerified') return sideOn(state.cards.get(data.userId), by);
  if (OWN_ACTS.has(type)) return 'PLAYER';
  if (state.hostId === by) return 'HOST';
  return state.members.has(by) ? 'PLAYER' : null;
}

function sideOn(card: Card | undefined, by: string): Side | null {
  if (card?.userId === by) return 'PLAYER';
  return card?.markerId === by ? 'MARKER' : null;
}

/** The card that a signature, a verification or a correction stands for. */
function hashedCard(state: MatchState, { type, data }: MatchEvent): HashedCard | null {
  if (type !== 'CardSigned' && type !== 'CardVerified' && type !== 'CardCorrected') return null;
  const card = state.cards.get(data.userId);
  if (card === undefined) return null;
  const counting = correctedEntries(card.marker, card.corrections);
  return {
    userId: data.userId,
    cardHash: data.cardHash,
    entries: counting.map(writtenScore),
    fits: counting.every((entry) => entry !== null) && cardHash(state, { ...card, marker: counting }) === data.cardHash,
  };
}
