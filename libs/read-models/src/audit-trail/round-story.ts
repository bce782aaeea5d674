import type { PersonRef, RoundStoryAnswer, StoryCard, StoryLine, StoryRound } from '@fairmark/contract';
import {
  countingEntries,
  holeOf,
  matchAt,
  mismatches,
  roundStory,
  strokesOn,
  verifyChain,
  writtenScore,
  type Card,
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
  /** Names of golfers by id. */
  names: NamesById;
  /** Words of committees by the command that they belong to; null: they are left out, whether there are any or not. */
  notes: ReadonlyMap<string, KeptNote> | null;
}

/**
 * A round's story with names. `events`: the whole stream as stored, first event first (before upcasting: its hashes are checked).
 * Null: not even the first of them tells of a round.
 */
export function presentStory(events: readonly RecordedEvent[], { names, notes }: Joined): ToldRound | null {
  const { moments, state } = roundStory(events);
  if (state === null) return null;
  const who = storyNames(events, names);
  const telling: Telling = {
    notes,
    name: (id) => who(id).fullName,
    gender: (id) => state.members.get(id)?.gender ?? null,
    together: byCommand(moments),
  };
  const proof = proofOf(events);
  const cards = [...state.cards.values()];
  const onHoles = (tell: (card: Card, holeNumber: number) => number): Record<string, number[]> =>
    Object.fromEntries(cards.map((card) => [card.userId, holesOf(card, proof.whole, tell)]));
  return {
    round: presentRound(state, who),
    pars: onHoles((card, holeNumber) => holeOf(state, card, holeNumber).par),
    received: onHoles((card, holeNumber) => strokesOn(state, card, holeNumber)),
    lines: moments.map((moment) => presentLine(moment, who, telling)),
    cards: presentCards(state, who, proof.whole),
    proof,
  };
}

/** The cards as they stood at a revision of the stream, that one included. Empty before the round's start. */
export function presentCardsAt(events: readonly RecordedEvent[], revision: bigint, names: NamesById): StoryCard[] {
  const state = matchAt(events, revision);
  return state === null ? [] : presentCards(state, storyNames(events, names), verifyChain(events) === null);
}

/** Names as the whole story tells them, at whatever revision it is looked at. */
export function storyNames(events: readonly RecordedEvent[], names: NamesById): WhoIs {
  return whoIs(names, idsInStory(events, names));
}

/** Everybody who appears in a story, also in its sentences alone: those of the match first. */
export function storyPeople(events: readonly RecordedEvent[], names: NamesById): PersonRef[] {
  const ids = idsInStory(events, names);
  return ids.map(whoIs(names, ids));
}

function idsInStory(events: readonly RecordedEvent[], names: NamesById): string[] {
  const { state } = roundStory(events);
  const inMatch =
    state === null ? [] : [...state.members.keys(), ...[...state.invites.values()].map(({ userId }) => userId)];
  // Ids of entries and invitations are nobody's: they would count as golfers whose account is gone.
  const actors = new Set(events.map(({ metadata }) => metadata.actorId));
  const named = idsIn(events).filter((id) => names.has(id) || actors.has(id));
  return [...new Set([...inMatch, ...named])];
}

/** What each command did, by its id. */
function byCommand(moments: readonly StoryMoment[]): ReadonlyMap<string, readonly MatchEvent[]> {
  const all = new Map<string, MatchEvent[]>();
  for (const { event, stored } of moments) {
    const { commandId } = stored.metadata;
    const events = all.get(commandId) ?? [];
    all.set(commandId, events);
    if (event !== null) events.push(event);
  }
  return all;
}

function presentRound(state: MatchState, who: WhoIs): StoryRound {
  const { matchId, course, day, matchType, playType, tee, startedAt } = state;
  return {
    matchId,
    course: { id: course.courseId, name: course.name },
    day,
    timeZone: zoneOf(course),
    matchType,
    playType,
    tee,
    startedAt,
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
  return tellOr(whole, () => card.player.map((_, index) => tell(card, index + 1)), []);
}

/** Of a round that was changed, what cannot be told is left out, so that the rest is seen; of a whole one nothing ever is. */
function tellOr<T>(whole: boolean, tell: () => T, otherwise: T): T {
  if (whole) return tell();
  try {
    return tell();
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
    signature:
      hashed === null || event?.type !== 'CardSigned'
        ? null
        : {
            card: who(hashed.userId),
            as: event.data.as,
            cardHash: hashed.cardHash,
            entries: hashed.entries,
            fits: hashed.fits,
          },
    hash,
    prevHash,
  };
}

/** Whose card is kept by whom from an event on. */
function markersIn(event: MatchEvent | null): [userId: string, markerId: string | null][] {
  if (event?.type === 'MarkersAssigned') return Object.entries(event.data.markers);
  if (event?.type !== 'MatchStarted') return [];
  return event.data.players.map(({ userId, markerId }) => [userId, markerId]);
}

function presentCards(state: MatchState, who: WhoIs, whole: boolean): StoryCard[] {
  return [...state.cards.values()].flatMap((card) => tellOr(whole, () => [presentCard(state, card, who)], []));
}

function presentCard(state: MatchState, card: Card, who: WhoIs): StoryCard {
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
    correctedHoles: [
      ...new Set(card.corrections.flatMap(({ holes }) => holes.map(({ holeNumber }) => holeNumber))),
    ].sort((a, b) => a - b),
    mismatches: mismatches(state, card),
  };
}
