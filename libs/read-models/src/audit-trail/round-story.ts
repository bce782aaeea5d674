import { NOT_STARTED, type RoundStoryAnswer, type StoryCard, type StoryRound } from '@fairmark/contract';
import {
  countingEntries,
  holeOf,
  mismatches,
  strokesOn,
  writtenScore,
  type Card,
  type MatchState,
  type RecordedEvent,
} from '@fairmark/events';
import { storyMoments } from './story-moments.js';
import { idsIn, whoIs, type NamesById, type StoryRows, type WhoIs } from './story-rows.js';
import { proofOf } from './story-words.js';

/** What an audit shows of a round. */
export type AuditedStory = Pick<RoundStoryAnswer, 'round' | 'pars' | 'received' | 'lines' | 'cards' | 'proof'>;

/** A round's story, and more that an operator's audit needs. */
export type FullRound = NonNullable<ReturnType<typeof storyOf>>;

/** A round's story; null if its first event cannot be read. `events`: the whole stream as stored, for its hashes. */
export function storyOf(events: readonly RecordedEvent[], { names, notes }: StoryRows) {
  const { state } = storyMoments(events);
  if (state === null) return null;
  const ids = idsInStory(state, events, names);
  const who = whoIs(names, ids);
  const proof = proofOf(events);
  /** A value for each hole of each card. */
  const onHoles = (valueOf: (card: Card, holeNumber: number) => number): Record<string, number[]> => {
    const values = (card: Card): number[] => card.player.map((_, index) => valueOf(card, index + 1));
    return Object.fromEntries([...state.cards].map(([id, card]) => [id, orNone(proof.whole, () => values(card))]));
  };
  const cardsOf = (match: MatchState): StoryCard[] =>
    [...match.cards.values()].flatMap((card) => orNone(proof.whole, () => [presentCard(match, card, who)]));
  const story: AuditedStory = {
    round: presentRound(state, who),
    pars: onHoles((card, holeNumber) => holeOf(state, card, holeNumber).par),
    received: onHoles((card, holeNumber) => strokesOn(state, card, holeNumber)),
    lines: storyMoments(events, who, notes).moments.map(({ line }) => line),
    cards: cardsOf(state),
    proof,
  };
  return {
    story,
    /** Everyone who appears in the story, including its sentences; golfers of the match come first. */
    people: ids.map(who),
    /** The cards at a revision of the stream, inclusive; empty before the start of the round. */
    cardsAt: (revision: bigint): StoryCard[] => {
      const { state: then } = storyMoments(events.filter((event) => event.revision <= revision));
      return then === null ? [] : cardsOf(then);
    },
  };
}

function idsInStory(state: MatchState, events: readonly RecordedEvent[], names: NamesById): string[] {
  const inMatch = [...state.members.keys(), ...[...state.invites.values()].map(({ userId }) => userId)];
  // Excludes ids of entries and invitations, which would otherwise count as golfers whose account was deleted.
  const actors = new Set(events.map(({ metadata }) => metadata.actorId));
  const named = idsIn(events).filter((id) => names.has(id) || actors.has(id));
  return [...new Set([...inMatch, ...named])];
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
