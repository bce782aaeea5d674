import { randomBytes, randomUUID } from 'node:crypto';
import { ERRORS, type ErrorCode, type Role } from '@fairmark/contract';
import type { EventStore } from '@fairmark/event-store';
import { createLogger, grantRole, inTransaction, type Config, type Logger, withDatabase } from '@fairmark/server';
import { eventually, onThisMachine } from '@fairmark/events/testing/eventually';
import { addGolfer, PASSWORD, type GolferRow } from '@fairmark/projector/testing/rows';
import { migrate } from '@fairmark/read-models';
import { createTestDatabase } from '@fairmark/tools';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { CourseInput } from '@fairmark/server/courses/course-file';
import { courseId, saveCourses } from '@fairmark/server/courses/import/import-courses';
import { coursesOf, DEMO_COURSES } from '@fairmark/server/testing/courses';
import type { Pool } from 'pg';
import { createApp } from '../app.js';
import { CONFIG, EVENT_STORE, PG_POOL, type Clock } from '../platform/tokens.js';
import { internalOrigin, type Bearer } from '../http/caller.js';
import { AccessTokens } from '../sessions/access-tokens.js';
import { Sessions } from '../sessions/sessions.js';
import { provesFactor } from './authenticator.js';
import { expectDescribed } from './described-answers.js';

/** A signed-in golfer of a test. */
export interface TestGolfer extends Omit<GolferRow, 'verified'> {
  token: string;
  sessionId: string;
}

/** A refusal as sent, with the status of the catalogue. */
export function refusal(code: ErrorCode, details?: Record<string, unknown>) {
  const { status } = ERRORS[code];
  return { status, body: { status, error: details === undefined ? { code } : { code, details } } };
}

/** Fails unless a call was refused in this way. */
export const expectRefusal = (answer: unknown, ...as: Parameters<typeof refusal>): void =>
  expect(answer).toMatchObject(refusal(...as));

export const registration = (about: Record<string, unknown> = {}) => ({
  email: `golfer.${randomUUID()}@golfers.test`,
  password: PASSWORD,
  fullName: 'Kim Nguyen',
  golflinkNumber: '2130112345',
  handicap: 9.1,
  gender: 'FEMALE',
  ...about,
});
export { PASSWORD };

export const bearer = (token: string): Bearer => ({ headers: { authorization: `Bearer ${token}` } });

export interface Answer<Body = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: Body & { error?: { code: string; message: string; details?: Record<string, unknown> } };
}

export interface CallOptions {
  token?: string;
  key?: string;
  headers?: Record<string, string>;
}

export interface StartOptions extends Partial<Config> {
  logger?: Logger;
  /** The api's time of day. */
  clock?: Clock;
}

const CALL_TIMEOUT_MS = 15_000;
export const FIRST_DEMO = coursesOf(DEMO_COURSES)[0]!;

type Statement = [text: string, values: unknown[]];

let made = 0;
const others: TestApi[] = [];
afterEach(() => Promise.all(others.splice(0).map((api) => api.stop())));

/** The real api on a port of this machine. */
export class TestApi {
  private stopping?: Promise<void>;

  constructor(
    readonly app: NestFastifyApplication,
    readonly url: string,
    readonly databaseUrl: string,
    private readonly clock: Clock | undefined,
  ) {}

  /** A call over HTTP; a plain object goes as JSON, a FormData or text as it is. */
  async call<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    { token, key, headers = {} }: CallOptions = {},
  ): Promise<Answer<Body>> {
    const asIs = body === undefined || typeof body === 'string' || body instanceof FormData;
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(asIs ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...headers,
      },
      body: asIs ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(onThisMachine(CALL_TIMEOUT_MS)),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    const parsed: Answer<Body>['body'] = isJson && text !== '' ? JSON.parse(text) : { text };
    if (isJson && response.ok) expectDescribed(this.app, method, path, parsed);
    return { status: response.status, headers: response.headers, body: parsed };
  }

  /** The answer to a golfer's query once the tables hold all events. */
  async sees<Body>(path: string, { token }: Pick<TestGolfer, 'token'>): Promise<Body> {
    const store = this.app.get<EventStore>(EVENT_STORE);
    const head = await store.head();
    const seen = head === null ? '' : `${path.includes('?') ? '&' : '?'}position=${head}&log=${await store.logId()}`;
    let body: (Body & { stale?: boolean }) | null = null;
    await eventually(async () => {
      const answer = await this.call<Body & { stale?: boolean }>('GET', path + seen, undefined, { token });
      if (answer.status !== 200) throw new Error(`GET ${path}: ${JSON.stringify(answer.body)}`);
      body = answer.body;
      return body.stale !== true;
    }, path);
    return body!;
  }

  /** Its connections to the database. */
  get pool(): Pool {
    return this.app.get<Pool>(PG_POOL);
  }

  /** The token of another session of a golfer, which outlasts every clock of a test. */
  opensSession(id: string): Promise<string> {
    const sessions = new Sessions(this.pool, () => new Date('2099-01-01'), this.app.get(AccessTokens));
    return sessions.open(this.pool, { id, tokenVersion: 1 }, internalOrigin());
  }

  /** A golfer with a verified account and an open session, made in the database: fast. */
  async golfer(profile: Partial<GolferRow> = {}): Promise<TestGolfer> {
    made += 1;
    const names = { fullName: `Golfer${made} Tran`, golflinkNumber: String(1_000_000 + made) };
    const row = await addGolfer(this.pool, { ...names, handicap: 12.4, gender: 'MALE', ...profile });
    const token = await this.opensSession(row.id);
    const { sessionId } = await this.app.get(Sessions).identify(bearer(token));
    return { ...row, token, sessionId };
  }

  /** A golfer for the tests of this file or `describe`: another one in each test, or the same in all of them. */
  cast(profile?: Partial<GolferRow>, before: typeof beforeEach = beforeEach): TestGolfer {
    const golfer = {} as TestGolfer;
    before(async () => void Object.assign(golfer, await this.golfer(profile)));
    return golfer;
  }

  /** Deletes a golfer's account, as right after confirming the password. */
  async deletesAccount({ token, sessionId }: TestGolfer): Promise<Answer> {
    await this.confirms({ sessionId });
    return this.call('DELETE', '/api/user/delete', undefined, { token });
  }

  /** Grants a role as an operator does, and proves the second factor in the golfer's session, over HTTP. */
  async appoints(golfer: TestGolfer, role: Role, courseId: string | null = null): Promise<void> {
    await grantRole(this.pool, { userId: golfer.id, role, courseId }, 'operator');
    await this.confirms(golfer);
    await provesFactor(async <Body>(method: string, path: string, body?: unknown) => {
      const answer = await this.call<Body>(method, path, body, { token: golfer.token });
      if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
      return answer.body;
    }, this.clock);
  }

  /** Marks the password as confirmed just now in the golfer's session. */
  async confirms({ sessionId }: Pick<TestGolfer, 'sessionId'>): Promise<void> {
    await this.sql("update app.sessions set confirmed_at = 'infinity' where id = $1", [sessionId]);
  }

  /** Adds courses, or changes those of the same number. */
  async saves(...courses: CourseInput[]): Promise<void> {
    await withDatabase(this.databaseUrl, (client) => saveCourses(client, courses));
  }

  /** Saves copies of the first demo course with changes, and returns their ids. */
  async copies(...changes: Partial<CourseInput>[]): Promise<string[]> {
    const courses = changes.map((change) => ({ ...FIRST_DEMO, ...change }));
    await this.saves(...courses);
    return courses.map(({ golflinkCourseId }) => courseId(golflinkCourseId));
  }

  /** Rows of its database. */
  async sql<Row = Record<string, string>>(text: string, values?: unknown[]): Promise<Row[]> {
    return (await this.pool.query(text, values)).rows as Row[];
  }

  /** The answer to a call that waits for the locks of a transaction, which ends after another statement or call. */
  async waits<T>(before: Statement, call: () => Promise<T>, after: Statement | (() => Promise<unknown>)): Promise<T> {
    const { sent } = await inTransaction(this.pool, async (client) => {
      await client.query(...before);
      const sent = call();
      const waiting = 'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))';
      await eventually(async () => (await client.query(waiting)).rowCount !== 0, 'a call that waits');
      await (typeof after === 'function' ? after() : client.query(...after));
      return { sent };
    });
    return sent;
  }

  /** Another api on its database, with the same secret, until the end of the test. */
  async another(options?: StartOptions): Promise<TestApi> {
    const { jwtSecret } = this.app.get<Config>(CONFIG);
    const api = await startApi(this.databaseUrl, { jwtSecret, ...options });
    others.push(api);
    return api;
  }

  /** Stops the api; further calls do nothing. */
  stop(): Promise<void> {
    return (this.stopping ??= this.app.close());
  }
}

/** The real api on a free port, on a migrated database. */
export async function startApi(
  databaseUrl: string,
  { logger, clock, ...overrides }: StartOptions = {},
): Promise<TestApi> {
  const config: Config = {
    databaseUrl,
    port: 0,
    host: '127.0.0.1',
    metricsHost: '127.0.0.1',
    jwtSecret: randomBytes(32),
    smtpUrl: 'smtp://127.0.0.1:1',
    mailFrom: 'Fairmark <no-reply@fairmark.test>',
    publicUrl: 'http://localhost:3000',
    remindAfterMs: 7_200_000,
    maxGroupSize: 3,
    rateLimitScale: 10_000,
    trustedProxies: 0,
    logLevel: 'error',
    ...overrides,
  };
  const app = await createApp(config, { clock, logger: logger ?? createLogger('api', config.logLevel) });
  await app.listen(config.port, config.host);
  return new TestApi(app, (await app.getUrl()).replace('[::1]', '127.0.0.1'), databaseUrl, clock);
}

/** An api for the tests of this file or `describe`, on its own database. Usable once they run. */
export function apiForSuite(options: StartOptions | (() => StartOptions | Promise<StartOptions>) = {}): TestApi {
  const api = Object.create(TestApi.prototype) as TestApi;
  const closing: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    const database = await createTestDatabase(migrate);
    closing.unshift(() => database.drop());
    Object.assign(api, await startApi(database.url, typeof options === 'function' ? await options() : options));
    closing.unshift(() => api.stop());
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });
  return api;
}
