import { randomUUID } from 'node:crypto';
import {
  MATCH_SCHEMA_VERSIONS,
  matchStream,
  type CourseCard,
  type MatchEvent,
  type StreamTail,
} from '@fairmark/events';
import type { EventStore } from '@fairmark/event-store';
import { chance, type Chance } from '@fairmark/server';
import { appendCommand, endOf } from './append.js';
import { matchScript, scriptedCourse } from './match-script.js';

export interface FillOptions {
  seed: number;
  /** Stops after the match that exceeds this many events. */
  events: number;
  /** Matches played at the same time. */
  atOnce?: number;
  eventsPerAppend?: number;
  /** Only rounds played to the last signature. */
  complete?: boolean;
  golfers?: readonly string[];
  courses?: readonly CourseCard[];
}

export interface FilledLog {
  golfers: string[];
  courses: CourseCard[];
  matchIds: string[];
  events: number;
}

interface Playing {
  stream: string;
  left: MatchEvent[];
  tail: StreamTail | null;
}

const FIRST_DAY = Date.parse('2026-03-01T00:00:00Z');
const DAY_MS = 86_400_000;
const MATCHES_A_DAY = 20;

/** Plays random matches into a log, many at once, as golfers of several courses would. */
export async function fillLog(store: EventStore, options: FillOptions): Promise<FilledLog> {
  const { seed, atOnce = 20, eventsPerAppend = 3, complete = false } = options;
  const luck = chance(seed);
  const golfers = [...(options.golfers ?? Array.from({ length: 40 }, () => luck.uuid()))];
  const courses = [...(options.courses ?? ['Banksia Links', 'Wattle Park'].map((name) => scriptedCourse(luck, name)))];
  const filled: FilledLog = { golfers, courses, matchIds: [], events: 0 };
  const playing: Playing[] = [];
  let clock = FIRST_DAY;
  for (;;) {
    while (playing.length < atOnce && filled.events < options.events) {
      const matchId = luck.uuid();
      const day = new Date(FIRST_DAY + Math.floor(filled.matchIds.length / MATCHES_A_DAY) * DAY_MS);
      clock = Math.max(clock, day.getTime());
      filled.matchIds.push(matchId);
      const script = { matchId, course: luck.pick(courses), golfers: fellows(luck, golfers), complete };
      const left = matchScript(luck, { ...script, day: day.toISOString().slice(0, 10) });
      filled.events += left.length;
      playing.push({ stream: matchStream(matchId), left, tail: null });
    }
    if (playing.length === 0) return filled;
    clock += 1_000;
    const now = new Date(clock).toISOString();
    const turn = playing.filter(() => luck.happens(0.5));
    const counts = turn.map((match) => Math.min(match.left.length, luck.whole(1, eventsPerAppend)));
    const commands = turn.map(() => luck.uuid());
    await Promise.all(
      turn.map((match, i) => append(store, match, { count: counts[i] ?? 1, commandId: commands[i] ?? '', now })),
    );
    for (let i = playing.length - 1; i >= 0; i -= 1) if (playing[i]?.left.length === 0) playing.splice(i, 1);
  }
}

/** Appends events to a match as one command, by default at the time of the last event. Returns the last position. */
export async function appendToMatch(
  store: EventStore,
  matchId: string,
  events: readonly MatchEvent[],
  given: { chance?: Chance; now?: string } = {},
): Promise<bigint> {
  const stream = matchStream(matchId);
  const tail = await endOf(store, stream);
  const match: Playing = { stream, left: [...events], tail };
  const now = given.now ?? tail?.recordedAt ?? new Date(FIRST_DAY).toISOString();
  return append(store, match, { count: events.length, commandId: given.chance?.uuid() ?? randomUUID(), now });
}

async function append(
  store: EventStore,
  match: Playing,
  { count, commandId, now }: { count: number; commandId: string; now: string },
): Promise<bigint> {
  const { stream, tail } = match;
  const events = match.left.splice(0, count);
  const whole = { stream, tail, events, schemaVersions: MATCH_SCHEMA_VERSIONS, now, commandId };
  const appended = await appendCommand(store, { ...whole, deviceId: commandId, occurredAt: now });
  match.tail = appended.tail;
  return appended.position;
}

function fellows(luck: Chance, golfers: readonly string[]): string[] {
  const first = luck.whole(0, golfers.length - 1);
  const six = Array.from({ length: 6 }, (_, i) => golfers[(first + i * 7) % golfers.length] as string);
  return [...new Set(six)];
}
