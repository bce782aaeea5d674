import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createApp } from '@fairmark/api/app';
import { EVENT_STORE } from '@fairmark/api/platform/tokens';
import { ProjectionGate } from '@fairmark/api/positions/projection-gate';
import type { ErrorAnswer, ErrorCode } from '@fairmark/contract';
import type { EventStore } from '@fairmark/event-store';
import { courseDay, plusDays } from '@fairmark/events';
import { createLogger, readConfig } from '@fairmark/server';
import type { CardSource } from '@fairmark/server/courses/course-card';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Failed } from '../shell/failure.js';
import type { LongWork } from '../shell/job.js';
import { DEMO_ACCOUNTS, DEMO_CLUB, DEMO_PASSWORD } from './golfers.command.js';
import { competitionsOf, matchesOf, type Plan, type Script } from './plan.js';
import type { Golfer, Step } from './script.js';

export interface DemoOptions {
  databaseUrl: string;
  /** Address of the log if it is not in the database. */
  eventStoreUrl?: string | undefined;
  courses: readonly CardSource[];
  /** Number of weeks, ending today. */
  weeks: number;
  /** Replaces the current time. */
  now?: Date;
}

/** What a run has done. `finished`: false if it was interrupted. */
export type DemoReport = Awaited<ReturnType<typeof playDemo>>;

const TABLES_WITHIN_MS = 60_000;
const EVENTS_OF_A_STREAM = 1_000;
const TRIES = 6;
const PAUSE_MS = 100;
const DEVICE = 'de300000-0000-4000-8000-000000000000';

/**
 * Plays weeks of rounds through the api's own routes, in this process, on a database that has its schema, accounts and
 * courses. Steps already in the log are not repeated. The signal stops it between two steps; the next run continues from
 * there. Throws if an account cannot sign in or the api keeps failing.
 */
export async function playDemo(work: LongWork, options: DemoOptions) {
  const { weeks, courses, now = new Date() } = options;
  const { signal } = work;
  const club = courses.find(({ golflinkCourseId }) => golflinkCourseId === DEMO_CLUB);
  if (club === undefined) throw new RangeError(`A demo needs course ${DEMO_CLUB}`);
  // Each command gets its own time: the rounds of a day run concurrently, but each at its own hour.
  const moments = new AsyncLocalStorage<Date>();
  // An api practically without rate limits; it does not listen, and is unreachable from outside.
  const config = readConfig({
    DATABASE_URL: options.databaseUrl,
    EVENT_STORE_URL: options.eventStoreUrl,
    JWT_SECRET: randomBytes(32).toString('base64'),
    SMTP_URL: 'smtp://127.0.0.1:1',
    RATE_LIMIT_SCALE: '1000000',
    LOG_LEVEL: 'error',
  });
  const clock = (): Date => moments.getStore() ?? new Date();
  const app = await createApp(config, { logger: createLogger('demo', config.logLevel), clock });
  try {
    await app.init();
    const golfers = await signIn(app, signal);
    const plan: Plan = { golfers, club, others: courses.filter((course) => course !== club), now: now.getTime() };
    const season = await seasonOf(plan, weeks, app.get<EventStore>(EVENT_STORE));
    const take = (step: Step, at: Date): Promise<string | null> => moments.run(at, () => takeStep(app, step));
    const played = await playSeason(season, take, work);
    const finished = !signal.aborted;
    for (const by of golfers) await send(app, { call: 'POST /api/auth/logout', body: {}, by });
    const tables = finished ? await tablesReady(app, signal) : 'BEHIND';
    return { ...played, finished, beginsOn: season.beginsOn, tables, club: club.name };
  } finally {
    await app.close();
  }
}

/** One after the other: when one is refused, no other is being signed in. Throws `Failed` with the account. */
async function signIn(app: NestFastifyApplication, signal: AbortSignal): Promise<Golfer[]> {
  const golfers: Golfer[] = [];
  for (const { email, gender, handicap } of DEMO_ACCOUNTS) {
    signal.throwIfAborted();
    const sent = { call: 'POST /api/auth/login', body: { email, password: DEMO_PASSWORD } };
    const answer = await send<{ token: string; user: { id: string } }>(app, sent);
    if (answer.refused !== null) {
      throw new Failed(`The demo golfer ${email} cannot sign in with ${DEMO_PASSWORD}: ${answer.refused}.`);
    }
    const { token, user } = answer.body;
    golfers.push({ id: user.id, gender, handicap, token });
  }
  return golfers;
}

/** A script, and the steps that are not in the log yet. */
type Resumed = Awaited<ReturnType<typeof resumed>>;

/**
 * The competitions, and the matches of each day, the oldest day first. A demo is only extended into the future: golfers
 * of rounds before its first day might already be in a round of today. `beginsOn`: the first day of a shorter demo.
 */
async function seasonOf(plan: Plan, weeks: number, store: EventStore) {
  const today = courseDay(plan.club, new Date(plan.now).toISOString());
  const days = Array.from({ length: weeks * 7 }, (_, i) => plusDays(today, i + 1 - weeks * 7));
  const resume = (scripts: readonly Script[]): Promise<Resumed[]> =>
    Promise.all(scripts.map((script) => resumed(script, store)));
  const matches: Resumed[][] = [];
  for (const day of days) matches.push(await resume(matchesOf(plan, day, day === today)));
  const first = matches.findIndex((ofDay) => ofDay.some(({ left, steps }) => left.length < steps.length));
  return {
    competitions: await resume(competitionsOf(plan, today)),
    matches: matches.slice(Math.max(first, 0)),
    beginsOn: first > 0 ? (days[first] ?? null) : null,
  };
}

/**
 * Leaves out the steps that need not be repeated: all up to the last whose correlation id is in the log, and the
 * refusals right after it. A step whose response was lost is safe to repeat under its idempotency key.
 */
async function resumed(script: Script, store: EventStore) {
  const { stream, steps } = script;
  const events = await store.readStream(stream, 0n, { limit: EVENTS_OF_A_STREAM });
  const inLog = new Set(events.map(({ metadata }) => metadata.correlationId));
  let done = steps.findLastIndex(({ key }) => inLog.has(key)) + 1;
  while (done > 0 && (steps[done]?.refused ?? null) !== null) done += 1;
  return { ...script, left: steps.slice(done) };
}

/** Plays the competitions, then the matches of day after day: those of a day concurrently, as no golfer is in two. */
async function playSeason(
  { competitions, matches }: Awaited<ReturnType<typeof seasonOf>>,
  take: (step: Step, at: Date) => Promise<string | null>,
  { progress, signal }: LongWork,
) {
  const taken = new Set<Step>();
  const diverged: string[] = [];
  const chapters = [competitions, ...matches];
  const total = chapters.flat().reduce((sum, { steps }) => sum + steps.length, 0);
  const left = chapters.flat().reduce((sum, script) => sum + script.left.length, 0);
  const play = async (script: Resumed): Promise<void> => {
    for (const step of script.left) {
      // Without times, the day has not begun at the course.
      if (signal.aborted || script.at === null) return;
      const refusal = await take(step, script.at(step.minute));
      if (refusal !== null && competitions.includes(script)) throw new Error(`${script.name}: ${refusal}`);
      if (refusal !== null) return void diverged.push(`${script.name}: ${refusal}`);
      taken.add(step);
      progress.show('Playing', total - left + taken.size, total);
    }
  };
  for (const scripts of chapters) {
    if (signal.aborted) break;
    const ended = await Promise.allSettled(scripts.map(play));
    for (const script of ended) if (script.status === 'rejected') throw script.reason;
  }
  const count = (call: string): number => [...taken].filter((step) => step.call === call).length;
  return {
    competitions: count('POST /api/competitions'),
    /** Matches played in this run, at least in part, and their scores. */
    matches: matches.flat().filter(({ left: [next] }) => next !== undefined && taken.has(next)).length,
    scores: count('POST /api/match/score'),
    /** Matches that were already complete. */
    matchesBefore: matches.flat().filter((match) => match.left.length === 0).length,
    /** Why some matches were not continued: another golfer took part in them. */
    diverged,
  };
}

/** Takes a step. Returns null if it went as scripted, otherwise what happened instead. */
async function takeStep(app: NestFastifyApplication, step: Step): Promise<string | null> {
  const { refused } = await send(app, step);
  // A competition's host may have removed golfers who would open it.
  if (refused === step.refused || step.call.startsWith('GET ')) return null;
  return refused === null ? `${step.call} was not refused (${step.refused})` : `${step.call} was refused: ${refused}`;
}

type Sent = Pick<Step, 'call' | 'body'> & Partial<Step>;
type Answer<Body> = { refused: null; body: Body } | { refused: ErrorCode };

/** Calls the api. Retries a 5xx under the same idempotency key; throws if the api keeps failing. */
async function send<Body>(app: NestFastifyApplication, sent: Sent): Promise<Answer<Body>> {
  const [method, url] = sent.call.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string];
  const headers = {
    'x-device-id': DEVICE,
    ...(sent.by === undefined ? {} : { authorization: `Bearer ${sent.by.token}` }),
    ...(sent.key === undefined ? {} : { 'idempotency-key': sent.key, 'x-request-id': sent.key }),
  };
  for (let tries = 1; ; tries += 1) {
    const response = await app.inject({ method, url, headers, ...(method === 'GET' ? {} : { payload: sent.body }) });
    const status = response.statusCode;
    if (status < 300) return { refused: null, body: response.json<Body>() };
    const { code } = response.json<ErrorAnswer>().error;
    if (status < 500) return { refused: code };
    if (tries === TRIES) throw new Error(`${sent.call} failed: ${status} ${code}`);
    await pause(PAUSE_MS * 2 ** tries);
  }
}

/** Waits for the projector to catch up. NO_PROJECTOR: none runs, so the tables hold the demo once one does. */
async function tablesReady(
  app: NestFastifyApplication,
  signal: AbortSignal,
): Promise<'UP_TO_DATE' | 'BEHIND' | 'NO_PROJECTOR'> {
  const gate = app.get(ProjectionGate);
  for (const until = Date.now() + TABLES_WITHIN_MS; Date.now() < until && !signal.aborted;) {
    // `caughtUp` waits up to two seconds.
    if (await gate.caughtUp()) return 'UP_TO_DATE';
    const { stale } = await gate.wait();
    if (stale === true) return 'NO_PROJECTOR';
  }
  return 'BEHIND';
}
