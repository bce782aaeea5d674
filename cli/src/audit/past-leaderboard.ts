import type { LeaderboardSort } from '@fairmark/contract';
import {
  countingEntries,
  foldMatch,
  upcast,
  type MatchEvents,
  type MatchState,
  type RecordedEvent,
} from '@fairmark/events';
import type { EventStore } from '@fairmark/event-store';
import { rankRounds } from '@fairmark/read-models';
import { cardTotals } from '@fairmark/scoring';
import { Failed, messageOf } from '../shell/failure.js';
import { eventsOf } from '../shell/events-of.js';
import type { LongWork } from '../shell/job.js';

/** A leaderboard at a point in time, computed from the log alone: read models hold only the current state. */

/**
 * The rounds of a course and day at a point in time (ISO 8601, UTC, inclusive), in order of creation. Reads the whole
 * log and skips later events. Throws `Failed` at an event that is missing or cannot be read, because the leaderboard
 * would be wrong without it.
 */
export async function matchesOf(
  store: EventStore,
  { courseId, day, at }: { courseId: string; day: string; at: string },
  { signal, progress }: LongWork,
): Promise<MatchState[]> {
  const matches = new Map<string, { state: MatchState; revision: bigint }>();
  for await (const stored of eventsOf(store, null, signal)) {
    progress.add(1);
    // Times never decrease within a stream.
    if (stored.metadata.recordedAt > at) continue;
    const { stream, revision } = stored;
    const known = matches.get(stream);
    if (known === undefined && !isOn(stored, courseId)) continue;
    if (known !== undefined && revision !== known.revision + 1n) throw missing(known.revision + 1n, stored);
    const state = folded(known?.state ?? null, stored);
    // Most of the log is rounds of other days or never started: drop them as soon as this is known.
    const isOther = state?.start ? state.start.day !== day : state?.status === 'ENDED';
    if (state === null || isOther) matches.delete(stream);
    else matches.set(stream, { state, revision });
  }
  return [...matches.values()].map(({ state }) => state).filter(({ start }) => start?.day === day);
}

/** Verified cards by place, with ids instead of names. Ties that countback cannot break stay in order of their start. */
export function leaderboardOf(matches: readonly MatchState[], sort: LeaderboardSort) {
  const rounds = matches.flatMap(roundsOf).toSorted((a, b) => (keyOf(a.shown) < keyOf(b.shown) ? -1 : 1));
  const places = rankRounds(rounds, sort, { totals: ({ shown }) => shown.totals, card: ({ scored }) => scored });
  return places.map(({ round, ...place }) => ({ ...place, ...round.shown }));
}

/** The verified cards of a match: as they are scored, and what a place shows of them. */
function roundsOf({ matchId, matchType, playType, course, start, cards }: MatchState) {
  if (playType === 'SOCIAL') return [];
  const verified = [...cards.values()].filter((card) => card.verified && !card.withdrawn);
  return verified.map((card) => {
    const { userId, markerId, settings, verifiedAt, corrections } = card;
    const { gender, dailyHandicap } = settings;
    const scored = { entries: countingEntries(card), holes: course.byGender[gender]?.holes ?? [], dailyHandicap };
    const totals = cardTotals(scored);
    const startedAt = start?.startedAt ?? '';
    const correctedAt = corrections.at(-1)?.correctedAt ?? null;
    const shown = { matchId, userId, markerId, matchType, dailyHandicap, totals, startedAt, verifiedAt, correctedAt };
    return { scored, shown };
  });
}

/** Sort key: start, then ids. Each has a fixed length, so the key sorts as its parts would. */
const keyOf = ({ startedAt, matchId, userId }: Record<'startedAt' | 'matchId' | 'userId', string>): string =>
  `${startedAt} ${matchId} ${userId}`;

function isOn({ type, data }: RecordedEvent, courseId: string): boolean {
  return type === 'MatchCreated' && (data as Partial<MatchEvents[typeof type]>).course?.courseId === courseId;
}

function missing(revision: bigint, { stream, position }: RecordedEvent): Failed {
  const where = `event ${revision} of ${stream}, before position ${position}`;
  return new Failed(`The leaderboard cannot be computed because ${where}, is missing: run audit verify for details.`);
}

function folded(state: MatchState | null, stored: RecordedEvent): MatchState | null {
  try {
    return foldMatch([upcast(stored)], state);
  } catch (cause) {
    const where = `event ${stored.id} of ${stored.stream}, position ${stored.position}`;
    const words = `The leaderboard cannot be computed because ${where} cannot be read (${messageOf(cause)}).`;
    throw new Failed(words, [], { cause });
  }
}
