import { randomBytes, randomUUID } from 'node:crypto';
import { AccessTokens } from '@fairmark/api/sessions/access-tokens';
import type { ScoreAnswer } from '@fairmark/contract';
import { importFile } from '@fairmark/server/courses/import/import-courses';
import { DEMO_COURSES } from '@fairmark/server/testing/courses';
import { eventually } from '@fairmark/events/testing/eventually';
import { PostgresEventStore } from '@fairmark/event-store';
import type { CourseCard, MatchEvent } from '@fairmark/events';
import { CLUBHOUSE_SCHEMA, migrate } from '@fairmark/read-models';
import type { Chance, Config } from '@fairmark/server';
import { appendToMatch } from '@fairmark/projector/testing/fill-log';
import { scriptedCourse } from '@fairmark/projector/testing/match-script';
import { freePort } from '@fairmark/tools';
import type { Client } from 'pg';
import { query, withClient } from '../run/server.js';
import { untilStart, type Entry, type Group } from './cast.js';
import type { Child, Children } from '../run/children.js';
import type { Line } from './line.js';

const READY_WITHIN_MS = 60_000;
const PROJECTED_WITHIN_MS = 120_000;
const SESSION_MS = 86_400_000;
const MATCHES_AT_ONCE = 8;

interface ProductOptions {
  luck: Chance;
  golfers: number;
  projector?: boolean;
  /** The program that runs as the api. */
  program?: 'api' | 'profiled-api' | 'floor';
  apis?: number;
}

/** The product on a separate database: the real api process, and the projector's on request. */
export class Product {
  readonly store: PostgresEventStore;
  private readonly tokens: Map<string, string> = new Map();

  private constructor(
    readonly url: string,
    readonly ports: readonly number[],
    /** A scripted course with the id of a stored one. */
    readonly course: CourseCard,
    readonly golfers: readonly string[],
    /** One per port. */
    readonly apis: readonly Child[],
    private readonly processes: readonly Child[],
  ) {
    this.store = new PostgresEventStore({ connectionString: url });
  }

  /** The first api, which answers at `port`. */
  get api(): Child {
    const [api] = this.apis;
    if (api === undefined) throw new Error('No api was started');
    return api;
  }

  get port(): number {
    return this.ports[0] ?? 0;
  }

  /**
   * Starts it with signed-in golfers. Its log goes to a pipe and is read. Rate limits are counted as usual, but allow a
   * million times as much.
   */
  static async start(
    children: Children,
    url: string,
    { luck, golfers, projector = false, program = 'api', apis: count = 1 }: ProductOptions,
  ): Promise<Product> {
    await migrate(url);
    await importFile(DEMO_COURSES, url);
    const secret = randomBytes(32);
    const ports = await Promise.all(Array.from({ length: count }, freePort));
    const env = { ...serviceEnvironment(url, secret), RATE_LIMIT_SCALE: '1000000' };
    const apis = ports.map((port) => children.start(program, { ...env, PORT: String(port) }));
    const processes = projector ? [...apis, children.start('projector', { ...env, PORT: '1' })] : apis;
    const [stored] = await query<{ id: string }>(url, 'select id from app.courses order by name limit 1');
    const ids = Array.from({ length: golfers }, () => luck.uuid());
    const course = { ...scriptedCourse(luck, 'Banksia Links'), courseId: stored?.id ?? '' };
    const product = new Product(url, ports, course, ids, apis, processes);
    await withClient(url, (client) => product.signIn(client, new AccessTokens({ jwtSecret: secret } as Config)));
    for (const [at, api] of apis.entries()) await ready(api, ports[at] ?? 0);
    return product;
  }

  token(userId: string): string {
    return this.tokens.get(userId) ?? '';
  }

  /** Appends the events of matches, several matches at a time. */
  async play(matches: readonly { matchId: string; events: readonly MatchEvent[] }[], luck: Chance): Promise<void> {
    const left = [...matches];
    const now = new Date().toISOString();
    const write = async (): Promise<void> => {
      for (let match = left.pop(); match !== undefined; match = left.pop()) {
        await appendToMatch(this.store, match.matchId, match.events, { chance: luck, now });
      }
    };
    await Promise.all(Array.from({ length: MATCHES_AT_ONCE }, write));
  }

  /** Starts matches. */
  async begin(groups: readonly Group[], luck: Chance): Promise<void> {
    const started = groups.map((group) => ({ matchId: group.matchId, events: untilStart(group) }));
    await this.play(started, luck);
  }

  /** Enters a score as its golfer. */
  score(line: Line, { matchId, userId, enteredBy, holeNumber, strokes }: Entry): Promise<ScoreAnswer> {
    const body = { matchId, userId, holeNumber, strokes };
    return line.call('POST', '/api/match/score', { token: this.token(enteredBy), body, key: randomUUID() });
  }

  /** Ends its processes and closes its log. */
  async stop(): Promise<void> {
    await this.store.close();
    await Promise.all(this.processes.map((child) => child.stop()));
  }

  private async signIn(client: Client, tokens: AccessTokens): Promise<void> {
    await client.query(
      `insert into app.users (id, full_name, email, golflink_number, handicap, gender, password_hash, email_verified_at)
       select id, 'Golfer ' || n, 'golfer.' || n || '@golfers.test', (1000000 + n)::text, 12.4, 'MALE', '', now()
       from unnest($1::uuid[]) with ordinality as golfer (id, n)`,
      [this.golfers],
    );
    const expiresAt = new Date(Date.now() + SESSION_MS);
    const { rows } = await client.query<{ id: string; user_id: string }>(
      `insert into app.sessions (id, user_id, expires_at)
       select gen_random_uuid(), id, $2 from unnest($1::uuid[]) as golfer (id) returning id, user_id`,
      [this.golfers, expiresAt],
    );
    for (const { id, user_id: userId } of rows) {
      this.tokens.set(userId, tokens.sign({ userId, sessionId: id, version: 1 }, expiresAt));
    }
  }
}

/** The settings of every process of the product. Mails go nowhere. */
export function serviceEnvironment(databaseUrl: string, secret = randomBytes(32)): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    SMTP_URL: 'smtp://127.0.0.1:1',
    JWT_SECRET: secret.toString('base64'),
    HOST: '127.0.0.1',
  };
}

/** Until an api answers. Throws if it ends. */
export async function ready(api: Child, port: number): Promise<void> {
  const answers = async (): Promise<boolean> => {
    const signal = AbortSignal.timeout(2_000);
    const response = await fetch(`http://127.0.0.1:${port}/health/live`, { signal }).catch(() => null);
    return response?.ok === true || api.ended;
  };
  await eventually(answers, () => `the api answers. It said: ${api.said}`, READY_WITHIN_MS);
  if (api.ended) throw new Error(`The api ended. It said: ${api.said}`);
}

/** Until the tables hold everything in the log. */
export async function projected(url: string): Promise<void> {
  const caughtUp = `select position = (select max(position) from log.events) as caught from ${CLUBHOUSE_SCHEMA}.checkpoint`;
  const isProjected = async () => (await query<{ caught: boolean }>(url, caughtUp))[0]?.caught === true;
  await eventually(isProjected, 'the projector reaches the head of the log', PROJECTED_WITHIN_MS);
}
