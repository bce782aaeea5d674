import {
  NOT_STARTED,
  type PersonRef,
  type RoundStoryAnswer,
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
  type MatchEvent,
  type MatchState,
  type RecordedEvent,
  type StoryMoment,
} from '@fairmark/events';
import { idsIn, whoIs, type NamesById, type StoryRows, type WhoIs } from './story-rows.js';
import { proofOf, wordsOf, type StoryContext } from './story-words.js';

/** What an audit shows of a round. */
export type AuditedStory = Pick<RoundStoryAnswer, 'round' | 'pars' | 'received' | 'lines' | 'cards' | 'proof'>;

/** A round's story, and more that an operator's audit needs. */
export type FullRound = NonNullable<ReturnType<typeof storyOf>>;

/** A round's story; null if its first event cannot be read. `events`: the whole stream as stored, for its hashes. */
export function storyOf(events: readonly RecordedEvent[], { names, notes }: StoryRows) {
  const { moments, state } = roundStory(events);
  if (state === null) return null;
  const ids = idsInStory(state, events, names);
  const who = whoIs(names, ids);
  const context: StoryContext = {
    notes,
    name: (id) => who(id).fullName,
    gender: (id) => state.members.get(id)?.gender ?? null,
    eventsByCommand: groupByCommand(moments),
  };
  const proof = proofOf(events);
  const onHoles = (valueOf: (card: Card, holeNumber: number) => number): Record<string, number[]> =>
    Object.fromEntries([...state.cards].map(([userId, card]) => [userId, holesOf(card, proof.whole, valueOf)]));
  const story: AuditedStory = {
    round: presentRound(state, who),
    pars: onHoles((card, holeNumber) => holeOf(state, card, holeNumber).par),
    received: onHoles((card, holeNumber) => strokesOn(state, card, holeNumber)),
    lines: moments.map((moment) => presentLine(moment, who, context)),
    cards: presentCards(state, who, proof.whole),
    proof,
  };
  return {
    story,
    /** Everyone who appears in the story, including its sentences; golfers of the match come first. */
    people: ids.map(who),
    /** The cards at a revision of the stream, inclusive; empty before the start of the round. */
    cardsAt: (revision: bigint): StoryCard[] => {
      const then = matchAt(events, revision);
      return then === null ? [] : presentCards(then, who, proof.whole);
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

function groupByCommand(moments: readonly StoryMoment[]): ReadonlyMap<string, readonly MatchEvent[]> {
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

/** The course's time zone, or UTC if tampering has made it invalid. */
function zoneOf({ timeZone }: MatchState['course']): string {
  try {
    return new Intl.DateTimeFormat('en-AU', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

function holesOf(card: Card, whole: boolean, valueOf: (card: Card, holeNumber: number) => number): number[] {
  return orFallback(whole, () => card.player.map((_, index) => valueOf(card, index + 1)), []);
}

/** If the round was tampered with, replaces values that cannot be computed, so that the rest can still be shown. */
function orFallback<T>(whole: boolean, compute: () => T, fallback: T): T {
  if (whole) return compute();
  try {
    return compute();
  } catch {
    return fallback;
  }
}

function presentLine(moment: StoryMoment, who: WhoIs, context: StoryContext): StoryLine {
  const { stored, by, as, about, changes, hashed, event } = moment;
  const { recordedAt, occurredAt, deviceId, hash, prevHash } = stored.metadata;
  const named = (id: string | null): PersonRef | null => (id === null ? null : who(id));
  const onCard = <Of extends { userId: string }>({ userId, ...of }: Of) => ({ card: who(userId), ...of });
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
    words: wordsOf(moment, context),
    changes: changes.map(onCard),
    markers: markersIn(event).map(([userId, markerId]) => ({ card: who(userId), marker: named(markerId) })),
    signature: event?.type === 'CardSigned' && hashed !== null ? { ...onCard(hashed), as: event.data.as } : null,
    hash,
    prevHash,
  };
}

function markersIn(event: MatchEvent | null): [userId: string, markerId: string | null][] {
  if (event?.type === 'MarkersAssigned') return Object.entries(event.data.markers);
  if (event?.type !== 'MatchStarted') return [];
  return event.data.players.map(({ userId, markerId }) => [userId, markerId]);
}

function presentCards(state: MatchState, who: WhoIs, whole: boolean): StoryCard[] {
  return [...state.cards.values()].flatMap((card) => orFallback(whole, () => [presentCard(state, card, who)], []));
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
