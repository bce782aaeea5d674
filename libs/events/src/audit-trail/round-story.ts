import type { StoryChange, StoryLine, StorySignature } from '@fairmark/contract';
import type { RecordedEvent } from '../envelope/envelope.js';
import { upcast } from '../versions/upcast.js';
import { cardHash } from '../match/card-hash.js';
import type { MatchEvent, MatchEventType } from '../match/match.events.js';
import { applyMatchEvent, isMatchEvent } from '../match/match.fold.js';
import { correctedEntries, countingEntries, entriesOf, sideOf, writtenScore } from '../match/match.queries.js';
import type { MatchState } from '../match/match.state.js';

/** The audit trail of a round, derived from its stream. It holds ids; names are looked up where the trail is shown. */

/** A score on a card that an event changed. COMMITTEE: a correction, which counts in place of the marker's entry. */
export type ScoreChange = Omit<StoryChange, 'card'> & { userId: string };

/** The card whose hash an event carries: its 18 entries that counted then, and whether the hash fits them. */
export type HashedCard = Omit<StorySignature, 'card' | 'as'> & { userId: string };

/** One event of the audit trail. */
export interface StoryMoment {
  /** The event as the log holds it. */
  stored: RecordedEvent;
  /** The event in its current version; null if it cannot be read or applied, and `problem` says why. */
  event: MatchEvent | null;
  problem: string | null;
  /** The actor's user id; null for the system. */
  by: string | null;
  as: StoryLine['as'];
  /** The owner of the card that the event concerns; null if it concerns no single card. */
  about: string | null;
  changes: ScoreChange[];
  /** Set for a signature, a verification or a correction. */
  hashed: HashedCard | null;
}

/** The audit trail, and the match after its last event; `state` is null if even the first event cannot be read. */
export interface RoundStory {
  moments: StoryMoment[];
  state: MatchState | null;
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
 * Builds the audit trail of a whole stream, read as stored. An event that cannot be read or applied occurs only in a
 * tampered log; it is marked as such, and the trail continues after it.
 */
export function roundStory(events: readonly RecordedEvent[]): RoundStory {
  let state: MatchState | null = null;
  const moments = events.map((stored): StoryMoment => {
    const by = stored.metadata.actorId === SYSTEM ? null : stored.metadata.actorId;
    const base = { stored, by, as: null, about: null, changes: [], hashed: null };
    try {
      const event = upcast(stored);
      if (!isMatchEvent(event)) throw new Error(`${event.type} is not a match event`);
      const changes = state === null ? [] : changesOf(state, event);
      state = applyMatchEvent(state, event, { id: stored.id, recordedAt: stored.metadata.recordedAt });
      const about = ABOUT_A_CARD.has(event.type) && 'userId' in event.data ? event.data.userId : null;
      const as = by === null ? null : capacityOf(state, event, by);
      return { ...base, event, problem: null, as, about, changes, hashed: hashedCard(state, event) };
    } catch (error) {
      return { ...base, event: null, problem: error instanceof Error ? error.message : String(error) };
    }
  });
  return { moments, state };
}

/** The match as of a revision, inclusive; null before its first event. Unreadable events are skipped. */
export function matchAt(events: readonly RecordedEvent[], revision: bigint): MatchState | null {
  return roundStory(events.filter((event) => event.revision <= revision)).state;
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

/** The capacity in which `by` caused the event; `state` is the match after the event. */
function capacityOf(state: MatchState, { type, data }: MatchEvent, by: string): StoryLine['as'] {
  if (type === 'HoleScored' || type === 'HoleScoreCleared') return data.side;
  if (type === 'CardSigned') return data.as;
  if (type === 'CardCorrected') return 'COMMITTEE';
  if (type === 'CardReopened' || type === 'CardVerified') {
    const card = state.cards.get(data.userId);
    return card === undefined ? null : sideOf(card, by);
  }
  if (OWN_ACTS.has(type)) return 'PLAYER';
  if (state.hostId === by) return 'HOST';
  return state.members.has(by) ? 'PLAYER' : null;
}

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
