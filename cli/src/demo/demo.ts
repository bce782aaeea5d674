import { randomBytes } from 'node:crypto';
import { LIMITS } from '@fairmark/contract';
import { courseDay, matchStream, plusDays } from '@fairmark/events';
import type { EventStore } from '@fairmark/event-store';
import { createLogger, type Config } from '@fairmark/server';
import { parseGolfNumber } from '@fairmark/scoring';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '@fairmark/api/app';
import type { DemoAccount } from '@fairmark/api/auth/demo-accounts';
import { ProjectionGate } from '@fairmark/api/positions/projection-gate';
import type { CardSource } from '@fairmark/server/courses/course-card';
import { UpToDate } from '@fairmark/api/positions/up-to-date';
import { EVENT_STORE } from '@fairmark/api/platform/tokens';
import { DemoClock } from './demo-clock.js';
import { Phone } from './phone.js';
import { matchesOf, type Plan, type PlanCourses, type PlannedMatch } from './plan.js';
import { matchIdOf, playMatch, type Outcome, type Player, type Stage } from './play-match.js';
import { GOLFERS_NEEDED } from './rota.js';
import type { Day } from './timetable.js';

export interface DemoOptions {
  databaseUrl: string;
  /** Where the log is, if not in the database. */
  eventStoreUrl?: string;
  /** At least twelve; the first is the host of the demo. */
  accounts: readonly DemoAccount[];
  password: string;
  courses: readonly CardSource[];
  /** Same seed, same rounds. */
  seed: string;
  /** Until today. */
  weeks: number;
  /** What is taken for the present. */
  now?: Date;
  /** Ends the demo between two steps; played again, it goes on from there. */
  signal?: AbortSignal;
  /** Steps taken or found done, of how many. */
  onProgress?: (done: number, of: number) => void;
}

export interface DemoReport {
  /** False: it was interrupted. */
  finished: boolean;
  /** Played now, at least in part. */
  matches: number;
  scores: number;
  /** Found in the log as they should be. */
  matchesBefore: number;
  /** Why some matches did not go on: somebody has taken part in them. */
  diverged: string[];
  /** A demo of fewer weeks was played before, from this day on: what lies before is left out. */
  beginsOn: Day | null;
  /** Whether the tables of the Clubhouse hold it all; NO_PROJECTOR: they will once one runs. */
  tables: 'UP_TO_DATE' | 'BEHIND' | 'NO_PROJECTOR';
  club: string;
}

const TABLES_WITHIN_MS = 60_000;
const SIGN_INS_AT_ONCE = 3;

/**
 * Plays weeks of rounds through the api's own routes, in this process, on a database that has its schema, accounts and
 * courses. What is there already is not played twice.
 *
 * @throws Refused when an account does not sign in, or the api cannot answer for long
 */
export async function playDemo(options: DemoOptions): Promise<DemoReport> {
  const clock = new DemoClock();
  const config = configOf(options);
  const app = await createApp(config, { logger: createLogger('demo', config.logLevel), clock: clock.now });
  try {
    await app.init();
    const { signal = new AbortController().signal } = options;
    const players = await signIn(app, options);
    const store = app.get<EventStore>(EVENT_STORE);
    const report = await playDays(
      { seed: options.seed, players, store, clock, signal, now: options.now ?? new Date() },
      options,
    );
    for (const { phone } of players) await phone.signOut();
    return { ...report, tables: report.finished ? await tablesReady(app, signal) : 'BEHIND' };
  } finally {
    await app.close();
  }
}

/** An api that nobody reaches from outside, and that turns nobody away for hurrying. */
const configOf = ({ databaseUrl, eventStoreUrl }: DemoOptions): Config => ({
  databaseUrl,
  eventStoreUrl,
  port: 0,
  host: '127.0.0.1',
  jwtSecret: randomBytes(32),
  smtpUrl: 'smtp://127.0.0.1:1',
  mailFrom: 'Fairmark <no-reply@fairmark.invalid>',
  publicUrl: 'http://localhost',
  maxGroupSize: LIMITS.groupSizeDefault,
  rateLimitScale: 1_000_000,
  trustedProxies: 0,
  logLevel: 'error',
});

/** A few at a time: checking a password takes memory. */
async function signIn(app: NestFastifyApplication, { accounts, password, signal }: DemoOptions): Promise<Player[]> {
  if (accounts.length < GOLFERS_NEEDED) throw new RangeError(`A demo needs ${GOLFERS_NEEDED} golfers`);
  const players: Player[] = [];
  for (let from = 0; from < accounts.length; from += SIGN_INS_AT_ONCE) {
    signal?.throwIfAborted();
    const some = accounts.slice(from, from + SIGN_INS_AT_ONCE).map(async ({ email }) => {
      const phone = new Phone(app);
      return { phone, userId: await phone.signIn(email, password) };
    });
    players.push(...(await Promise.all(some)));
  }
  return players;
}

async function playDays(stage: Stage, options: DemoOptions): Promise<Omit<DemoReport, 'tables'>> {
  const plan: Plan = { seed: options.seed, golfers: options.accounts, courses: coursesOf(options) };
  const { days, beginsOn } = await daysToPlay(stage, plan, options.weeks);
  const total = days.reduce((sum, matches) => sum + stepsOf(matches), 0);
  let done = 0;
  const onStep = (count: number): void => options.onProgress?.((done += count), total);

  const outcomes = await inTurn(days.flat(), stage, (match, signal) => playMatch({ ...stage, signal }, match, onStep));
  const finished = !stage.signal.aborted;
  const played = outcomes.filter(({ result }) => result === 'PLAYED');
  return {
    finished,
    matches: outcomes.filter(({ steps }) => steps > 0).length,
    scores: outcomes.reduce((sum, { scores }) => sum + scores, 0),
    matchesBefore: played.filter(({ steps }) => steps === 0).length,
    diverged: outcomes.flatMap(({ refusal }) => (refusal === null ? [] : [refusal])),
    beginsOn,
    club: plan.courses.club.name,
  };
}

/**
 * Plays matches side by side, each as soon as its golfers have ended the ones before. An interruption ends them all between
 * two steps and leaves their outcomes out; the first failure ends the others and is thrown.
 */
async function inTurn(
  matches: readonly PlannedMatch[],
  { signal: interrupted }: Stage,
  play: (match: PlannedMatch, signal: AbortSignal) => Promise<Outcome>,
): Promise<Outcome[]> {
  const failed = new AbortController();
  const signal = AbortSignal.any([interrupted, failed.signal]);
  const latest = new Map<number, Promise<void>>();
  const outcomes: Outcome[] = [];
  for (const match of matches) {
    const before = match.players.map((golfer) => latest.get(golfer) ?? Promise.resolve());
    const playing = Promise.all(before).then(async () => {
      if (signal.aborted) return;
      try {
        outcomes.push(await play(match, signal));
      } catch (error) {
        failed.abort(error);
      }
    });
    for (const golfer of match.players) latest.set(golfer, playing);
  }
  await Promise.all(latest.values());
  if (failed.signal.aborted && !interrupted.aborted) throw failed.signal.reason;
  return outcomes;
}

const stepsOf = (matches: readonly PlannedMatch[]): number => matches.reduce((sum, { steps }) => sum + steps.length, 0);

/**
 * The days with their matches, oldest first. A demo grows into the future only: rounds before its first day would have to be
 * played by golfers who are in a round of today.
 */
async function daysToPlay(
  stage: Stage,
  plan: Plan,
  weeks: number,
): Promise<{ days: PlannedMatch[][]; beginsOn: Day | null }> {
  const today = courseDay(plan.courses.club, stage.now.toISOString());
  const days = Array.from({ length: weeks * 7 }, (_, i) => plusDays(today, i + 1 - weeks * 7));
  const planned = days.map((day) => matchesOf(plan, day, day === today));
  for (const [i, matches] of planned.entries()) {
    for (const match of matches) {
      const [first] = await stage.store.readStream(matchStream(matchIdOf(stage, match)), 0n, { limit: 1 });
      if (first !== undefined) return { days: planned.slice(i), beginsOn: i === 0 ? null : (days[i] ?? null) };
    }
  }
  return { days: planned, beginsOn: null };
}

/** The club is the course where most of the golfers are at home. */
function coursesOf({ accounts, courses }: DemoOptions): PlanCourses {
  const members = ({ golflinkCourseId }: CardSource): number =>
    accounts.filter((account) => parseGolfNumber(account.golflinkNumber)?.clubKey === golflinkCourseId).length;
  const [club, ...others] = courses.toSorted((one, other) => members(other) - members(one));
  if (club === undefined) throw new RangeError('A demo needs a course');
  return { club, others };
}

/** Waits for the projector, if one is alive. */
async function tablesReady(app: NestFastifyApplication, signal: AbortSignal): Promise<DemoReport['tables']> {
  const [upToDate, gate] = [app.get(UpToDate), app.get(ProjectionGate)];
  for (const until = Date.now() + TABLES_WITHIN_MS; Date.now() < until && !signal.aborted;) {
    // Waits up to two seconds by itself.
    if (await upToDate.wait()) return 'UP_TO_DATE';
    const { stale } = await gate.wait();
    if (stale === true) return 'NO_PROJECTOR';
  }
  return 'BEHIND';
}
