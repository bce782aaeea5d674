import {
  NOT_STARTED,
  type PersonRef,
  type RoundStoryAnswer,
  type Side,
  type StoryCard,
  type StoryLine,
  type StoryRound,
} from '@fairmark/contract';
import {
  countingEntries,
  holeOf,
  matchAt,
  mismatches,
  roundStory,
  strokesOn,
  writtenScore,
  type Card,
  type HashedCard,
  type MatchEvent,
  type MatchState,
  type RecordedEvent,
  type StoryMoment,
} from '@fairmark/events';
import type { KeptNote } from './correction-notes.js';
import { idsIn, whoIs, type NamesById, type WhoIs } from './story-names.js';
import { proofOf } from './story-proof.js';
import { wordsOf, type Telling } from './story-words.js';

/** Everything about a round that its audit shows. */
export type ToldRound = Pick<RoundStoryAnswer, 'round' | 'pars' | 'received' | 'lines' | 'cards' | 'proof'>;

/** What is known beside the log. */
export interface Joined {
  names: NamesById;
  /** Words of committees by the command that they belong to; null: they are left out, whether there are any or not. */
  notes: ReadonlyMap<string, KeptNote> | null;
}

/** A round with names, and what an operator's audit reads besides. */
export interface FullRound {
  story: ToldRound;
  /** Everybody who appears in the story, also in its sentences alone: those of the match first. */
  people: PersonRef[];
  /** The cards as they stood at a revision of the stream, that one included. Empty before the round's start. */
  cardsAt: (revision: bigint) => StoryCard[];
}

/**
 * A round's story with names. `events`: the whole stream as stored, first event first (before upcasting: its hashes are checked).
 * Null: not even its first event can be read.
 */
export function tellRound(events: readonly RecordedEvent[], { names, notes }: Joined): FullRound | null {
  const { moments, state } = roundStory(events);
  if (state === null) return null;
  const ids = idsInStory(state, events, names);
  const who = whoIs(names, ids);
  const telling: Telling = {
    notes,
    name: (id) => who(id).fullName,
    gender: (id) => state.members.get(id)?.gender ?? null,
    together: byCommand(moments),
  };
  const proof = proofOf(events);
  const onHoles = (tell: (card: Card, holeNumber: number) => number): Record<string, number[]> =>
    Object.fromEntries([...state.cards].map(([userId, card]) => [userId, holesOf(card, proof.whole, tell)]));
  return {
    story: {
      round: presentRound(state, who),
      pars: onHoles((card, holeNumber) => holeOf(state, card, holeNumber).par),
      received: onHoles((card, holeNumber) => strokesOn(state, card, holeNumber)),
      lines: moments.map((moment) => presentLine(moment, who, telling)),
      cards: presentCards(state, who, proof.whole),
      proof,
    },
    people: ids.map(who),
    cardsAt: (revision) => {
      const then = matchAt(events, revision);
      return then === null ? [] : presentCards(then, who, proof.whole);
    },
  };
}

/** Ids of everybody in a story, at whatever revision it is looked at. */
function idsInStory(state: MatchState, events: readonly RecordedEvent[], names: NamesById): string[] {
  const inMatch = [...state.members.keys(), ...[...state.invites.values()].map(({ userId }) => userId)];
  // Ids of entries and invitations are not those of golfers: they would count as golfers whose account is gone.
  const actors = new Set(events.map(({ metadata }) => metadata.actorId));
  const named = idsIn(events).filter((id) => names.has(id) || actors.has(id));
  return [...new Set([...inMatch, ...named])];
}

/** What each command did, by its id. */
function byCommand(moments: readonly StoryMoment[]): ReadonlyMap<string, readonly MatchEvent[]> {
  const all = new Map<string, MatchEvent[]>();
  for (const { event, stored } of moments) {
    const { commandId } = stored.metadata;
    if (event !== null) all.set(commandId, [...(all.get(commandId) ?? []), event]);
  }
  return all;
}

function presentRound(state: MatchState, who: WhoIs): StoryRound {
  const { matchId, course, matchType, playType, tee, start } = state;
  return {
    matchId,
    course: { id: course.courseId, name: course.name },
    ...(start ?? NOT_STARTED),
    timeZone: zoneOf(course),
    matchType,
    playType,
    tee,
    players: [...state.members.keys()].map(who),
  };
}

/** Of a changed course there may be no such time zone. */
function zoneOf({ timeZone }: MatchState['course']): string {
  try {
    return new Intl.DateTimeFormat('en-AU', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

/** Something about each hole of a card, hole 1 first. */
function holesOf(card: Card, whole: boolean, tell: (card: Card, holeNumber: number) => number): number[] {
  return orLeftOut(whole, () => card.player.map((_, index) => tell(card, index + 1)), []);
}

/** Of a round that was changed, what makes no sense is left out, so that the rest is seen; of a whole one nothing ever is. */
function orLeftOut<T>(whole: boolean, compute: () => T, otherwise: T): T {
  if (whole) return compute();
  try {
    return compute();
  } catch {
    return otherwise;
  }
}

function presentLine(moment: StoryMoment, who: WhoIs, telling: Telling): StoryLine {
  const { stored, by, as, about, changes, hashed, event } = moment;
  const { recordedAt, occurredAt, deviceId, hash, prevHash } = stored.metadata;
  const named = (id: string | null): PersonRef | null => (id === null ? null : who(id));
  return {
    revision: String(stored.revision),
    position: String(stored.position),
    eventId: stored.id,
    type: stored.type,
    recordedAt,
    occurredAt,
    by: named(by),
    as,
    deviceId,
    about: named(about),
    words: wordsOf(moment, telling),
    changes: changes.map(({ userId, ...change }) => ({ card: who(userId), ...change })),
    markers: markersIn(event).map(([userId, markerId]) => ({ card: who(userId), marker: named(markerId) })),
    signature: event?.type === 'CardSigned' && hashed !== null ? signatureOf(event.data.as, hashed, who) : null,
    hash,
    prevHash,
  };
}

function signatureOf(as: Side, { userId, ...hashed }: HashedCard, who: WhoIs): StoryLine['signature'] {
  return { card: who(userId), as, ...hashed };
}

/** Whose card is kept by whom from an event on. */
function markersIn(event: MatchEvent | null): [userId: string, markerId: string | null][] {
  if (event?.type === 'MarkersAssigned') return Object.entries(event.data.markers);
  if (event?.type !== 'MatchStarted') return [];
  return event.data.players.map(({ userId, markerId }) => [userId, markerId]);
}

function presentCards(state: MatchState, who: WhoIs, whole: boolean): StoryCard[] {
  return [...state.cards.values()].flatMap((card) => orLeftOut(whole, () => [presentCard(state, card, who)], []));
}

function presentCard(state: MatchState, card: Card, who: WhoIs): StoryCard {
  const correctedHoles = card.corrections.flatMap(({ holes }) => holes.map(({ holeNumber }) => holeNumber));
  return {
    player: who(card.userId),
    marker: card.markerId === null ? null : who(card.markerId),
    dailyHandicap: card.settings.dailyHandicap,
    playerEntries: card.player.map(writtenScore),
    markerEntries: card.marker.map(writtenScore),
    counting: countingEntries(card).map(writtenScore),
    playerSigned: card.signatures.PLAYER !== undefined,
    markerSigned: card.signatures.MARKER !== undefined,
    verified: card.verified,
    withdrawn: card.withdrawn,
    correctedHoles: [...new Set(correctedHoles)].sort((a, b) => a - b),
    mismatches: mismatches(state, card),
  };
}
