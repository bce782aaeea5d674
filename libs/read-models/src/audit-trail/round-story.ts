import { NOT_STARTED, type Ok, type RoundStoryAnswer, type StoryCard, type StoryRound } from '@fairmark/contract';
import {
  countingEntries,
  holeOf,
  matchStream,
  mismatches,
  strokesOn,
  UUID,
  writtenScore,
  type Card,
  type MatchState,
  type RecordedEvent,
} from '@fairmark/events';
import { wholeStream, type EventStore } from '@fairmark/event-store';
import type { Queries } from '@fairmark/server';
import { storyMoments } from './story-moments.js';
import { keptNotes, readNames, whoIs, type StoredRound, type WhoIs } from './story-rows.js';
import { proofOf } from './story-words.js';

/** Reads the input of `storyOf`; null if the round does not exist. */
export async function readRoundStory(
  store: Pick<EventStore, 'readStream'>,
  database: Queries,
  matchId: string,
): Promise<StoredRound | null> {
  const events = await wholeStream(store, matchStream(matchId));
  if (events.length === 0) return null;
  const [names, notes] = await Promise.all([readNames(database, golfersIn(events)), keptNotes(database, matchId)]);
  return { events, names, notes };
}

/** A round's story, and more that an operator's audit needs; null if its first event cannot be read. */
export function storyOf({ events, names, notes }: StoredRound) {
  const golfers = golfersIn(events);
  const who = whoIs(names, golfers);
  const { moments, state } = storyMoments(events, who, notes);
  if (state === null) return null;
  const proof = proofOf(events);
  /** A value for each hole of each card. */
  const onHoles = (valueOf: (card: Card, holeNumber: number) => number): Record<string, number[]> => {
    const values = (card: Card): number[] => card.player.map((_, index) => valueOf(card, index + 1));
    return Object.fromEntries([...state.cards].map(([id, card]) => [id, orNone(proof.whole, () => values(card))]));
  };
  const cardsOf = (match: MatchState): StoryCard[] =>
    [...match.cards.values()].flatMap((card) => orNone(proof.whole, () => [presentCard(match, card, who)]));
  const story: Omit<RoundStoryAnswer, keyof Ok | 'mayCorrect'> = {
    round: presentRound(state, who),
    pars: onHoles((card, holeNumber) => holeOf(state, card, holeNumber).par),
    received: onHoles((card, holeNumber) => strokesOn(state, card, holeNumber)),
    lines: moments.map(({ line }) => line),
    cards: cardsOf(state),
    proof,
  };
  return {
    story,
    /** Everyone who appears in the story, including its sentences; golfers of the match come first. */
    people: golfers.map(who),
    /** The cards at a revision of the stream, inclusive; empty before the start of the round. */
    cardsAt: (revision: bigint): StoryCard[] => {
      const then = storyMoments(events.filter((event) => event.revision <= revision)).state;
      return then === null ? [] : cardsOf(then);
    },
  };
}

/** The golfers whom a story names: those of the match, then others in the order in which they appear. */
export function golfersIn(events: readonly RecordedEvent[]): string[] {
  const named = new Set<string>();
  const { state } = storyMoments(events, (id) => {
    named.add(id);
    return { id, fullName: '' };
  });
  const invited = [...(state?.invites.values() ?? [])].map(({ userId }) => userId);
  const inMatch = [...(state?.members.keys() ?? []), ...invited];
  return [...new Set([...inMatch, ...named])].filter((id) => UUID.test(id));
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

/** The course's time zone, or UTC if tampering has made it invalid. */
function zoneOf({ timeZone }: MatchState['course']): string {
  try {
    return new Intl.DateTimeFormat('en-AU', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

/** If the round was tampered with, leaves out values that cannot be computed, so that the rest can still be shown. */
function orNone<T>(whole: boolean, compute: () => T[]): T[] {
  try {
    return compute();
  } catch (error) {
    if (whole) throw error;
    return [];
  }
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
