import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createApp } from '@fairmark/api/app';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@fairmark/api/auth/demo-accounts';
import { EVENT_STORE } from '@fairmark/api/platform/tokens';
import { ProjectionGate } from '@fairmark/api/positions/projection-gate';
import { LIMITS, type ErrorCode } from '@fairmark/contract';
import type { EventStore } from '@fairmark/event-store';
import { courseDay, matchStream, plusDays } from '@fairmark/events';
import { parseGolfNumber } from '@fairmark/scoring';
import { createLogger, type Config } from '@fairmark/server';
import type { CardSource } from '@fairmark/server/courses/course-card';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Day } from './calendar.js';
import { matchesOf, type Plan, type PlannedMatch } from './plan.js';
import type { Step } from './script.js';
import { timetable } from './timetable.js';

export interface DemoOptions {
  databaseUrl: string;
  /** Where the log is, if not in the database. */
  eventStoreUrl?: string | undefined;
  courses: readonly CardSource[];
  /** Same seed, same rounds. */
  seed: string;
  /** Until today. */
  weeks: number;
  /** What is taken for the present. */
  now?: Date;
  /** Ends the demo between two steps; played again, it continues from there. */
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
  /** Why some matches were not continued: another golfer has taken part in them. */
  diverged: string[];
  /** A demo of fewer weeks was played before, from this day on: what lies before is left out. */
  beginsOn: Day | null;
  /** Whether the tables of the Clubhouse hold it all; NO_PROJECTOR: they will once one runs. */
  tables: 'UP_TO_DATE' | 'BEHIND' | 'NO_PROJECTOR';
  club: string;
}

/** A match as far as it was played. */
interface Outcome {
  /** Its day has begun at its course, and no step was refused because another golfer has taken part. */
  asPlanned: boolean;
  refusal: string | null;
  /** Taken now. */
  steps: number;
  scores: number;
}

const TABLES_WITHIN_MS = 60_000;
const SIGN_INS_AT_ONCE = 3;
const EVENTS_OF_A_MATCH = 1_000;
const TRIES = 6;
const PAUSE_MS = 100;
const DEVICE = 'de300000-0000-4000-8000-000000000000';

/**
 * Plays weeks of rounds through the api's own routes, in this process, on a database that has its schema, accounts and
 * courses. What is there already is not played twice. Throws when an account does not sign in, or the api cannot answer for long.
 */
export async function playDemo(options: DemoOptions): Promise<DemoReport> {
  const { signal = new AbortController().signal } = options;
  // Each command has a moment of its own: the rounds of a day are played at the same time, each at its own hour.
  const moments = new AsyncLocalStorage<Date>();
  const config = configOf(options);
  const clock = () => moments.getStore() ?? new Date();
  const app = await createApp(config, { logger: createLogger('demo', config.logLevel), clock });
  try {
    await app.init();
    const golfers = await signIn(app, signal);
    const demo = new Demo(
      app,
      golfers.map(({ token }) => token),
      { moments, now: options.now ?? new Date() },
    );
    const report = await demo.play(
      { seed: options.seed, golfers, ...coursesOf(options.courses) },
      { ...options, signal },
    );
    for (const { token } of golfers) await call(app, { method: 'POST', path: '/api/auth/logout', body: {}, token });
    return { ...report, tables: report.finished ? await tablesReady(app, signal) : 'BEHIND' };
  } finally {
    await app.close();
  }
}

/** An api that is not reached from outside, and does not limit how often it is called. */
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

type Golfer = Plan['golfers'][number] & { token: string };

/** A few at a time: checking a password takes memory. */
async function signIn(app: NestFastifyApplication, signal: AbortSignal): Promise<Golfer[]> {
  const golfers: Golfer[] = [];
  for (let from = 0; from < DEMO_ACCOUNTS.length; from += SIGN_INS_AT_ONCE) {
    signal.throwIfAborted();
    const some = DEMO_ACCOUNTS.slice(from, from + SIGN_INS_AT_ONCE).map(async ({ email, gender, handicap }) => {
      const sent = { method: 'POST', path: '/api/auth/login', body: { email, password: DEMO_PASSWORD } } as const;
      const { token, user } = await call<{ token: string; user: { id: string } }>(app, sent);
      return { id: user.id, gender, handicap, token };
    });
    golfers.push(...(await Promise.all(some)));
  }
  return golfers;
}

/** The club is the course where most of the golfers are at home. */
function coursesOf(courses: readonly CardSource[]): Pick<Plan, 'club' | 'others'> {
  const members = ({ golflinkCourseId }: CardSource): number =>
    DEMO_ACCOUNTS.filter((account) => parseGolfNumber(account.golflinkNumber)?.clubKey === golflinkCourseId).length;
  const [club, ...others] = courses.toSorted((one, other) => members(other) - members(one));
  if (club === undefined) throw new RangeError('A demo needs a course');
  return { club, others };
}

/** Plays the matches of a plan. */
class Demo {
  readonly #store: EventStore;

  constructor(
    private readonly app: NestFastifyApplication,
    private readonly tokens: readonly string[],
    private readonly time: { moments: AsyncLocalStorage<Date>; now: Date },
  ) {
    this.#store = app.get<EventStore>(EVENT_STORE);
  }

  async play(
    plan: Plan,
    { weeks, signal, onProgress }: Pick<DemoOptions, 'weeks' | 'onProgress'> & { signal: AbortSignal },
  ): Promise<Omit<DemoReport, 'tables'>> {
    const { matches, beginsOn } = await this.#matchesToPlay(plan, weeks);
    const total = matches.reduce((sum, { steps }) => sum + steps.length, 0);
    let done = 0;
    const onStep = (count: number): void => onProgress?.((done += count), total);
    const outcomes = await this.#playAll(matches, signal, onStep);
    return {
      finished: !signal.aborted,
      matches: outcomes.filter(({ steps }) => steps > 0).length,
      scores: outcomes.reduce((sum, { scores }) => sum + scores, 0),
      matchesBefore: outcomes.filter(({ asPlanned, steps }) => asPlanned && steps === 0).length,
      diverged: outcomes.flatMap(({ refusal }) => refusal ?? []),
      beginsOn,
      club: plan.club.name,
    };
  }

  /**
   * Matches of all days, oldest first. A demo grows into the future only: rounds before its first day would have to be
   * played by golfers who are in a round of today.
   */
  async #matchesToPlay(plan: Plan, weeks: number): Promise<{ matches: PlannedMatch[]; beginsOn: Day | null }> {
    const today = courseDay(plan.club, this.time.now.toISOString());
    const days = Array.from({ length: weeks * 7 }, (_, i) => plusDays(today, i + 1 - weeks * 7));
    const matches = days.flatMap((day) => matchesOf(plan, day, day === today));
    for (const { day, matchId } of matches) {
      const [first] = await this.#store.readStream(matchStream(matchId), 0n, { limit: 1 });
      if (first === undefined) continue;
      return { matches: matches.filter((match) => match.day >= day), beginsOn: day === days[0] ? null : day };
    }
    return { matches, beginsOn: null };
  }

  /**
   * Plays matches side by side, each as soon as its golfers have ended the ones before. An interruption ends them all between
   * two steps and leaves their outcomes out; the first failure ends the others and is thrown.
   */
  async #playAll(
    matches: readonly PlannedMatch[],
    interrupted: AbortSignal,
    onStep: (count: number) => void,
  ): Promise<Outcome[]> {
    const failed = new AbortController();
    const signal = AbortSignal.any([interrupted, failed.signal]);
    const latest = new Map<number, Promise<Outcome>>();
    const all = matches.map((match) => {
      const before = match.players.flatMap((golfer) => latest.get(golfer) ?? []);
      const playing = Promise.all(before).then(() => this.#play(match, signal, onStep));
      playing.catch((error: unknown) => failed.abort(error));
      for (const golfer of match.players) latest.set(golfer, playing);
      return playing;
    });
    const settled = await Promise.allSettled(all);
    if (failed.signal.aborted && !interrupted.aborted) throw failed.signal.reason;
    return settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  }

  /**
   * Plays a match from where the log has it: the events' correlation ids say which steps were taken. A step whose answer was lost is
   * not done twice, because of its key.
   */
  async #play(match: PlannedMatch, signal: AbortSignal, onStep: (count: number) => void): Promise<Outcome> {
    const outcome: Outcome = { asPlanned: true, refusal: null, steps: 0, scores: 0 };
    const at = timetable(match, this.time.now.getTime());
    if (at === null) return { ...outcome, asPlanned: false };
    const done = await this.#stepsDone(match);
    onStep(done);
    for (const step of match.steps.slice(done)) {
      signal.throwIfAborted();
      const refusal = await this.time.moments.run(at(step.minute), () => this.#take(step));
      if (refusal !== null) return { ...outcome, asPlanned: false, refusal: `${match.name}: ${refusal}` };
      outcome.steps += 1;
      if (step.path.endsWith('/score')) outcome.scores += 1;
      onStep(1);
    }
    return outcome;
  }

  /** How many steps need not be taken again: all up to the last that the log holds, and refusals that follow it. */
  async #stepsDone({ matchId, steps }: PlannedMatch): Promise<number> {
    const events = await this.#store.readStream(matchStream(matchId), 0n, { limit: EVENTS_OF_A_MATCH });
    const taken = new Set(events.map(({ metadata }) => metadata.correlationId));
    let done = steps.findLastIndex(({ requestId }) => taken.has(requestId)) + 1;
    while (done > 0 && (steps[done]?.refused ?? null) !== null) done += 1;
    return done;
  }

  /** Null: it went as the script says. Otherwise, how not. */
  async #take(step: Step): Promise<string | null> {
    try {
      await call(this.app, { ...step, token: this.tokens[step.by] });
      return step.refused === null ? null : `${step.path} was not refused (${step.refused})`;
    } catch (error) {
      if (!(error instanceof Refused) || error.status >= 500) throw error;
      return error.code === step.refused ? null : error.message;
    }
  }
}

/** What a call was refused with. */
class Refused extends Error {
  override readonly name = 'Refused';
  constructor(
    call: string,
    readonly status: number,
    readonly code: ErrorCode,
  ) {
    super(`${call} was refused: ${status} ${code}`);
  }
}

type Sent = Pick<Step, 'method' | 'path' | 'body'> & Partial<Step> & { token?: string | undefined };

/** What the api answers. When it cannot say (5xx), the same call is sent again under its key. Throws `Refused`. */
async function call<Body>(app: NestFastifyApplication, { method, path, body, ...sent }: Sent): Promise<Body> {
  const headers = {
    'x-device-id': DEVICE,
    ...(sent.token === undefined ? {} : { authorization: `Bearer ${sent.token}` }),
    ...(sent.key === undefined ? {} : { 'idempotency-key': sent.key, 'x-request-id': sent.requestId }),
  };
  for (let tries = 1; ; tries += 1) {
    const response = await app.inject({ method, url: path, headers, payload: body });
    const status = response.statusCode;
    if (status < 300) return response.json<Body>();
    if (status < 500 || tries === TRIES) {
      const { error } = response.json<{ error?: { code: ErrorCode } }>();
      throw new Refused(`${method} ${path}`, status, error?.code ?? 'GENERIC');
    }
    await pause(PAUSE_MS * 2 ** tries);
  }
}

/** Waits for the projector, if one is alive. */
async function tablesReady(app: NestFastifyApplication, signal: AbortSignal): Promise<DemoReport['tables']> {
  const gate = app.get(ProjectionGate);
  for (const until = Date.now() + TABLES_WITHIN_MS; Date.now() < until && !signal.aborted;) {
    // Waits up to two seconds by itself.
    if (await gate.caughtUp()) return 'UP_TO_DATE';
    const { stale } = await gate.wait();
    if (stale === true) return 'NO_PROJECTOR';
  }
  return 'BEHIND';
}
