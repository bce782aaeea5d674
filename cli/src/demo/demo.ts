import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createApp } from '@fairmark/api/app';
import { EVENT_STORE } from '@fairmark/api/platform/tokens';
import { ProjectionGate } from '@fairmark/api/positions/projection-gate';
import type { ErrorAnswer, ErrorCode } from '@fairmark/contract';
import type { EventStore } from '@fairmark/event-store';
import { courseDay, matchStream, plusDays } from '@fairmark/events';
import { createLogger, readConfig, type Config } from '@fairmark/server';
import type { CardSource } from '@fairmark/server/courses/course-card';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Failed } from '../shell/failure.js';
import type { Day } from './calendar.js';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './golfers.js';
import { competitionsOf, momentsOf } from './competitions.js';
import { matchesOf, timetable, type Plan, type PlannedMatch } from './plan.js';
import type { Step } from './script.js';

export interface DemoOptions {
  databaseUrl: string;
  /** Address of the log if it is not in the database. */
  eventStoreUrl?: string | undefined;
  courses: readonly CardSource[];
  /** Number of weeks, ending today. */
  weeks: number;
  /** Replaces the current time. */
  now?: Date;
  /** Stops the demo between two steps; the next run continues from there. */
  signal?: AbortSignal;
  /** `done`: steps taken now or found in the log, out of all. */
  onProgress?: (done: number, of: number) => void;
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
 * courses. Steps already in the log are not repeated. Throws if an account cannot sign in or the api keeps failing.
 */
export async function playDemo(options: DemoOptions) {
  const { weeks, onProgress, now = new Date(), signal = new AbortController().signal } = options;
  // Each command gets its own time: the rounds of a day run concurrently, but each at its own hour.
  const moments = new AsyncLocalStorage<Date>();
  const config = configOf(options);
  const clock = (): Date => moments.getStore() ?? new Date();
  const app = await createApp(config, { logger: createLogger('demo', config.logLevel), clock });
  try {
    await app.init();
    const golfers = await signIn(app, signal);
    const plan: Plan = { golfers, ...coursesOf(options.courses) };
    const store = app.get<EventStore>(EVENT_STORE);
    const take = (step: Step, at: Date): Promise<string | null> =>
      moments.run(at, () => takeStep(app, { ...step, token: golfers[step.by]?.token }));
    const today = courseDay(plan.club, now.toISOString());
    const { days, beginsOn } = await daysToPlay(plan, { store, weeks, today });
    const begun = await beginCompetitions(plan, today, { store, take, now, signal });
    const played = await playAll(days, { store, take, now, signal, onProgress });
    const finished = !signal.aborted;
    for (const { token } of golfers) await call(app, { method: 'POST', path: '/api/auth/logout', body: {}, token });
    const tables = finished ? await tablesReady(app, signal) : 'BEHIND';
    return { ...played, competitions: begun, finished, beginsOn, tables, club: plan.club.name };
  } finally {
    await app.close();
  }
}

/** An api practically without rate limits; it does not listen, and is unreachable from outside. */
const configOf = ({ databaseUrl, eventStoreUrl }: DemoOptions): Config =>
  readConfig({
    DATABASE_URL: databaseUrl,
    EVENT_STORE_URL: eventStoreUrl,
    JWT_SECRET: randomBytes(32).toString('base64'),
    SMTP_URL: 'smtp://127.0.0.1:1',
    RATE_LIMIT_SCALE: '1000000',
    LOG_LEVEL: 'error',
  });

type Golfer = Plan['golfers'][number] & { token: string };

/** One after the other: when one is refused, no other is being signed in. Throws `Failed` with the account. */
async function signIn(app: NestFastifyApplication, signal: AbortSignal): Promise<Golfer[]> {
  const golfers: Golfer[] = [];
  for (const { email, gender, handicap } of DEMO_ACCOUNTS) {
    signal.throwIfAborted();
    const sent = { method: 'POST', path: '/api/auth/login', body: { email, password: DEMO_PASSWORD } } as const;
    const answer = await call<{ token: string; user: { id: string } }>(app, sent);
    if (answer.refused !== null) {
      throw new Failed(`The demo golfer ${email} cannot sign in with ${DEMO_PASSWORD}: ${answer.refused}.`);
    }
    const { token, user } = answer.body;
    golfers.push({ id: user.id, gender, handicap, token });
  }
  return golfers;
}

/** The club is the course where most of the golfers are at home. */
function coursesOf(courses: readonly CardSource[]): Pick<Plan, 'club' | 'others'> {
  const members = ({ golflinkCourseId }: CardSource): number =>
    DEMO_ACCOUNTS.filter(({ golflinkNumber: own }) => own.length === 10 && own.startsWith(golflinkCourseId)).length;
  const [club, ...others] = courses.toSorted((one, other) => members(other) - members(one));
  if (club === undefined) throw new RangeError('A demo needs a course');
  return { club, others };
}

/**
 * The matches of each day, the oldest day first. A demo is only extended into the future: golfers of rounds before its
 * first day might already be in a round of today. `beginsOn`: the first day of a shorter demo that was played before.
 */
async function daysToPlay(
  plan: Plan,
  { store, weeks, today }: { store: EventStore; weeks: number; today: Day },
): Promise<{ days: PlannedMatch[][]; beginsOn: Day | null }> {
  const all = Array.from({ length: weeks * 7 }, (_, i) => plusDays(today, i + 1 - weeks * 7));
  const days = all.map((day) => matchesOf(plan, day, day === today));
  for (const { day, matchId } of days.flat()) {
    const [first] = await store.readStream(matchStream(matchId), 0n, { limit: 1 });
    if (first === undefined) continue;
    return { days: days.slice(all.indexOf(day)), beginsOn: day === all[0] ? null : day };
  }
  return { days, beginsOn: null };
}

/** What a match is played with. `take` returns null if the step went as scripted, otherwise what happened instead. */
interface Playing extends Pick<DemoOptions, 'onProgress'> {
  store: EventStore;
  take: (step: Step, at: Date) => Promise<string | null>;
  now: Date;
  signal: AbortSignal;
}

/** Creates the competitions that run today unless they exist. Returns how many were created. */
async function beginCompetitions(
  plan: Plan,
  today: Day,
  { store, take, now, signal }: Omit<Playing, 'onProgress'>,
): Promise<number> {
  let begun = 0;
  for (const competition of competitionsOf(plan, today)) {
    const at = momentsOf(plan.club, competition, now.getTime());
    const done = await stepsIn(store, competition);
    for (const step of competition.steps.slice(done)) {
      if (signal.aborted) return begun;
      // A refusal is fine for GET: the host may have removed players since.
      const refusal = await take(step, at(step.minute));
      if (refusal !== null && step.method === 'POST') throw new Error(`${competition.name}: ${refusal}`);
      if (step.method === 'POST') begun += 1;
    }
  }
  return begun;
}

/** Plays the matches of a day concurrently, as no golfer is in two of them, and the days one after the other. */
async function playAll(days: readonly (readonly PlannedMatch[])[], playing: Playing) {
  const report = {
    /** Matches played in this run, at least in part, and their scores. */
    matches: 0,
    scores: 0,
    /** Matches that were already complete. */
    matchesBefore: 0,
    /** Why some matches were not continued: another golfer took part in them. */
    diverged: [] as string[],
  };
  const total = days.flat().reduce((sum, { steps }) => sum + steps.length, 0);
  let stepsDone = 0;
  const play = async (match: PlannedMatch): Promise<void> => {
    const at = timetable(match, playing.now.getTime());
    // The day has not begun at the course.
    if (at === null) return;
    const done = await stepsIn(playing.store, { stream: matchStream(match.matchId), steps: match.steps });
    const left = match.steps.slice(done);
    if (left.length === 0) report.matchesBefore += 1;
    playing.onProgress?.((stepsDone += done), total);
    for (const [i, step] of left.entries()) {
      if (playing.signal.aborted) return;
      const refusal = await playing.take(step, at(step.minute));
      if (refusal !== null) return void report.diverged.push(`${match.name}: ${refusal}`);
      if (i === 0) report.matches += 1;
      if (step.path.endsWith('/score')) report.scores += 1;
      playing.onProgress?.((stepsDone += 1), total);
    }
  };
  for (const matches of days) {
    if (playing.signal.aborted) break;
    const ended = await Promise.allSettled(matches.map(play));
    for (const match of ended) if (match.status === 'rejected') throw match.reason;
  }
  return report;
}

/**
 * How many steps of a stream need not be repeated: all up to the last whose correlation id is in the log, and the
 * refusals right after it. A step whose response was lost is safe to repeat under its idempotency key.
 */
async function stepsIn(
  store: EventStore,
  { stream, steps }: { stream: string; steps: readonly Step[] },
): Promise<number> {
  const events = await store.readStream(stream, 0n, { limit: EVENTS_OF_A_STREAM });
  const inLog = new Set(events.map(({ metadata }) => metadata.correlationId));
  let done = steps.findLastIndex(({ key }) => inLog.has(key)) + 1;
  while (done > 0 && (steps[done]?.refused ?? null) !== null) done += 1;
  return done;
}

/** Takes a step. Returns null if it went as scripted, otherwise what happened instead. */
async function takeStep(
  app: NestFastifyApplication,
  step: Step & { token: string | undefined },
): Promise<string | null> {
  const { refused } = await call(app, step);
  if (refused === step.refused) return null;
  return refused === null
    ? `${step.path} was not refused (${step.refused})`
    : `${step.method} ${step.path} was refused: ${refused}`;
}

type Sent = Pick<Step, 'method' | 'path' | 'body'> & Partial<Step> & { token?: string | undefined };
type Answer<Body> = { refused: null; body: Body } | { refused: ErrorCode };

/** Calls the api. Retries a 5xx under the same idempotency key; throws if the api keeps failing. */
async function call<Body>(app: NestFastifyApplication, { method, path, body, ...sent }: Sent): Promise<Answer<Body>> {
  const headers = {
    'x-device-id': DEVICE,
    ...(sent.token === undefined ? {} : { authorization: `Bearer ${sent.token}` }),
    ...(sent.key === undefined ? {} : { 'idempotency-key': sent.key, 'x-request-id': sent.key }),
  };
  for (let tries = 1; ; tries += 1) {
    const response = await app.inject({ method, url: path, headers, ...(method === 'GET' ? {} : { payload: body }) });
    const status = response.statusCode;
    if (status < 300) return { refused: null, body: response.json<Body>() };
    const { code } = response.json<ErrorAnswer>().error;
    if (status < 500) return { refused: code };
    if (tries === TRIES) throw new Error(`${method} ${path} failed: ${status} ${code}`);
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
