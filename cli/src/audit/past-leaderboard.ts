import type { LeaderboardSort } from '@fairmark/contract';
import {
  applyMatchEvent,
  countingEntries,
  isMatchEvent,
  upcast,
  type Card,
  type MatchEvents,
  type MatchState,
  type RecordedEvent,
} from '@fairmark/events';
import type { EventStore } from '@fairmark/event-store';
import { rankRounds } from '@fairmark/read-models';
import { cardTotals, type ScoredCard } from '@fairmark/scoring';
import { Failed, messageOf } from '../shell/failure.js';
import { eventsOf } from '../shell/events-of.js';

/** A leaderboard at a point in time, computed from the log alone: read models hold only the current state. */

/** A place on the leaderboard, with ids instead of names. */
export type PastPlace = ReturnType<typeof leaderboardOf>[number];

/**
 * The rounds of a course and day at a point in time (ISO 8601, UTC, inclusive), in order of creation. Reads the whole
 * log and skips later events. Throws `Failed` at an event that is missing or cannot be read, because the leaderboard
 * would be wrong without it.
 */
export async function matchesOf(
  store: EventStore,
  { courseId, day, at }: { courseId: string; day: string; at: string },
  { signal, onEvent }: { signal: AbortSignal; onEvent: () => void },
): Promise<MatchState[]> {
  const matches = new Map<string, { state: MatchState; revision: bigint }>();
  for await (const stored of eventsOf(store, null, signal)) {
    onEvent();
    // Times never decrease within a stream.
    if (stored.metadata.recordedAt > at) continue;
    const { stream, revision } = stored;
    const known = matches.get(stream);
    if (known === undefined && !isOn(stored, courseId)) continue;
    if (known !== undefined && revision !== known.revision + 1n) throw missing(known.revision + 1n, stored);
    const state = applied(known?.state ?? null, stored);
    // Most of the log is rounds of other days or never started: drop them as soon as this is known.
    const otherDay = state.start !== null && state.start.day !== day;
    if (state.status === 'ENDED' ? state.cards.size === 0 : otherDay) matches.delete(stream);
    else matches.set(stream, { state, revision });
  }
  return [...matches.values()].map(({ state }) => state).filter(({ start }) => start?.day === day);
}

/** Places of verified cards, best first. Ties that countback cannot break stay in order of their start. */
export function leaderboardOf(matches: readonly MatchState[], sort: LeaderboardSort) {
  const rounds = matches
    .filter(({ playType }) => playType === 'COMPETITION')
    .flatMap((state) => [...state.cards.values()].map((card) => ({ state, card, scored: scoredCard(state, card) })))
    .filter(({ card }) => card.verified && !card.withdrawn)
    .map((round) => ({ ...round, totals: cardTotals(round.scored), startedAt: round.state.start?.startedAt ?? '' }))
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const places = rankRounds(rounds, sort, { totals: ({ totals }) => totals, card: ({ scored }) => scored });
  return places.map(({ round: { state, card, totals, startedAt }, ...place }) => ({
    ...place,
    matchId: state.matchId,
    userId: card.userId,
    markerId: card.markerId,
    matchType: state.matchType,
    dailyHandicap: card.settings.dailyHandicap,
    totals,
    startedAt,
    verifiedAt: card.verifiedAt,
    correctedAt: card.corrections.at(-1)?.correctedAt ?? null,
  }));
}

function isOn({ type, data }: RecordedEvent, courseId: string): boolean {
  if (type !== 'MatchCreated') return false;
  const { course } = data as Partial<MatchEvents['MatchCreated']>;
  return course?.courseId === courseId;
}

function missing(revision: bigint, { stream, position }: RecordedEvent): Failed {
  const where = `event ${revision} of ${stream}, before position ${position}`;
  return new Failed(`The leaderboard cannot be computed because ${where}, is missing: run audit verify for details.`);
}

function applied(state: MatchState | null, stored: RecordedEvent): MatchState {
  try {
    const event = upcast(stored);
    if (!isMatchEvent(event)) throw new Error(`${event.type} is not a match event`);
    return applyMatchEvent(state, event, { id: event.id, recordedAt: event.metadata.recordedAt });
  } catch (cause) {
    const where = `event ${stored.id} of ${stored.stream}, position ${stored.position}`;
    const words = `The leaderboard cannot be computed because ${where} cannot be read (${messageOf(cause)}).`;
    throw new Failed(words, [], { cause });
  }
}

function scoredCard({ course }: MatchState, card: Card): ScoredCard {
  const { gender, dailyHandicap } = card.settings;
  return { entries: countingEntries(card), holes: course.byGender[gender]?.holes ?? [], dailyHandicap };
}

/** Sort key: start, then ids. Each has a fixed length, so the key sorts as its parts would. */
const keyOf = ({ startedAt, state, card }: { startedAt: string; state: MatchState; card: Card }): string =>
  `${startedAt} ${state.matchId} ${card.userId}`;
