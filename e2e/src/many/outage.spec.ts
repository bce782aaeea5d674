import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { errorAnswer } from '@fairmark/contract';
import { connectEventStoreDb } from '@fairmark/events';
import { wholeLog } from '@fairmark/events/testing/events';
import { EventStoreDbStub } from '@fairmark/events/testing/eventstoredb/stub';
import { TcpProxy, type ProxyMode } from '@fairmark/events/testing/tcp-proxy';
import { findRedisServer, NO_REDIS, TestRedis } from '@fairmark/tools';
import { eventually } from '../support/eventually.js';
import { Stack } from '../support/stack.js';
import { Caddy, CADDYFILE, findCaddy, NO_CADDY } from './support/caddy.js';
import { finishes, twoBall, type TwoBall } from './support/two-ball.js';

/** A phone sends its score again after so long. */
const PHONE_WAITS_MS = 8_000;
const WEB_DIR = fileURLToPath(new URL('../../../web/dist', import.meta.url));

const redisServer = findRedisServer();
const caddyProgram = findCaddy();
if (redisServer === null) process.stderr.write(`${NO_REDIS}\n`);
if (caddyProgram === null) process.stderr.write(`${NO_CADDY}\n`);

/** Two apis on a log behind a line that may break, a Redis of their own, and the proxy before them, as far as they are there. */
describe('the product without a part that all share', () => {
  let stub: EventStoreDbStub;
  let line: TcpProxy;
  let redis: TestRedis | null = null;
  let caddy: Caddy | null = null;
  let stack: Stack;
  /** Whose round is over. */
  let over: TwoBall;
  /** Who still play. */
  let playing: TwoBall;

  beforeAll(async () => {
    stub = await EventStoreDbStub.start();
    line = await TcpProxy.start({ host: '127.0.0.1', port: stub.port });
    if (redisServer !== null) redis = await TestRedis.start(redisServer);
    const env: Record<string, string> = { EVENT_STORE_URL: `esdb://127.0.0.1:${line.port}?tls=false`, WEB_DIR };
    if (redis !== null) env.REDIS_URL = redis.url;
    stack = await Stack.start({ apis: 2, env });
    if (caddyProgram !== null) caddy = await Caddy.start(caddyProgram, stack.bases);
    over = await twoBall(stack, ['Ida Iron', 'Jon Jade']);
    const seen = await finishes(over);
    await boardOf(stack.bases[0] ?? '', `&position=${seen.position}&log=${seen.log}`);
    playing = await twoBall(stack, ['Kai Kite', 'Lea Lund']);
  }, 120_000);
  afterAll(async () => {
    for (const golfer of playing?.players ?? []) golfer.hangsUp();
    await caddy?.stop();
    await stack?.stop();
    await redis?.remove();
    await line?.close();
    stub?.stop();
  }, 60_000);

  /** Every address under which the product is asked. */
  const bases = (): string[] => [...stack.bases, ...(caddy === null ? [] : [caddy.base])];

  /** An answer as a phone gets it. */
  async function asks(url: string, { token, ...more }: RequestInit & { token?: string } = {}) {
    const headers = new Headers(more.headers);
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    const response = await fetch(url, { ...more, headers, signal: AbortSignal.timeout(PHONE_WAITS_MS) });
    const [type, retryAfter] = [response.headers.get('content-type'), response.headers.get('retry-after')];
    return { status: response.status, type, retryAfter, text: await response.text() };
  }

  async function boardOf(base: string, more = ''): Promise<number> {
    const url = `${base}/api/mothership/daily-results?course=${over.course}&sort=nett${more}`;
    const { status, text } = await asks(url, { token: over.players[0].token });
    expect({ status, text }).toMatchObject({ status: 200 });
    return (JSON.parse(text) as { rounds: unknown[] }).rounds.length;
  }

  /** What needs neither log nor Redis. */
  async function isUp(base: string): Promise<void> {
    const { token } = over.players[0];
    const page = await asks(`${base}/clubhouse`, { headers: { accept: 'text/html' } });
    expect(page).toMatchObject({ status: 200, type: expect.stringContaining('text/html') });
    const paths = ['/api/courses?query=proof', '/api/mothership/history', '/api/auth/user', '/health/live'];
    const answers = await Promise.all(paths.map(async (path) => (await asks(base + path, { token })).status));
    expect(answers).toEqual(paths.map(() => 200));
    expect(await boardOf(base)).toBe(2);
  }

  const scoreOf = (holeNumber: number, key: string, base: string) =>
    asks(`${base}/api/match/score`, {
      method: 'POST',
      token: playing.players[0].token,
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ matchId: playing.matchId, userId: playing.players[0].id, holeNumber, strokes: 4 }),
    });

  const isAway = (part: string) =>
    eventually(
      async () => (await Promise.all(stack.bases.map((_, n) => stack.away(n)))).every((away) => away?.includes(part)),
      `every api says that ${part} is away`,
    );

  it.each([
    ['frozen', 'silent', 1],
    ['gone', 'refusing', 5],
  ] as [string, ProxyMode, number][])(
    'has pages, courses, leaderboards and histories while the log is %s; a score waits',
    async (_, mode, firstHole) => {
      const [golfer] = playing.players;
      await golfer.listens();
      line.mode = mode;
      await isAway('event-log');
      const sent = bases().map((base, n) => ({ base, hole: firstHole + n, key: randomUUID() }));
      const scores = Promise.all(sent.map(({ base, hole, key }) => scoreOf(hole, key, base)));
      await Promise.all(bases().map(isUp));
      const unavailable = errorAnswer('UNAVAILABLE');
      for (const { status, retryAfter, text } of await scores) {
        expect({ status, retryAfter, body: JSON.parse(text) as unknown }).toEqual({
          status: 503,
          retryAfter: '2',
          body: unavailable,
        });
      }
      expect(await golfer.emits('join_lobby', { matchId: playing.matchId })).toEqual(unavailable);
      expect(await golfer.emits('watch_course', { courseId: playing.course })).toEqual({ status: 200 });
      line.mode = 'open';
      await Promise.all(stack.bases.map((__, n) => stack.ready(n)));
      expect(await golfer.emits('join_lobby', { matchId: playing.matchId })).toMatchObject({ status: 200 });
      for (const { base, hole, key } of sent) expect(await scoreOf(hole, key, base)).toMatchObject({ status: 200 });
      await golfer.hears('score_recorded', { holeNumber: sent.at(-1)?.hole });
      const store = await connectEventStoreDb({ connectionString: stub.url });
      const log = await wholeLog(store);
      await store.close();
      const scored = log.filter(({ stream, type }) => stream === `match-${playing.matchId}` && type === 'HoleScored');
      const keys = scored.map(({ metadata }) => metadata.commandId);
      expect(new Set(keys).size).toBe(keys.length);
      expect(scored).toHaveLength(firstHole === 1 ? sent.length : 2 * sent.length);
      golfer.hangsUp();
    },
    60_000,
  );

  it('comes up without its log', async () => {
    line.mode = 'refusing';
    const [api] = stack.apis;
    await api?.kill('SIGTERM');
    api?.start();
    await eventually(async () => (await stack.away(0)) !== null, 'an api takes requests', 30_000);
    await Promise.all(bases().map(isUp));
    line.mode = 'open';
    await stack.ready(0);
    expect(await scoreOf(10, randomUUID(), stack.bases[0] ?? '')).toMatchObject({ status: 200 });
  }, 60_000);

  it('has its pages while the database is frozen', async () => {
    const frozen = stack.freezePostgres(3_000);
    await isAway('database');
    const pages = bases().map((base) => asks(`${base}/clubhouse`, { headers: { accept: 'text/html' } }));
    expect((await Promise.all(pages)).map(({ status }) => status)).toEqual(bases().map(() => 200));
    await frozen;
    await Promise.all(stack.bases.map((_, n) => stack.ready(n)));
  }, 60_000);

  (redisServer === null ? it.skip : it)(
    'misses nothing while Redis is frozen or gone',
    async () => {
      redis?.freeze();
      await Promise.all([...bases().map(isUp), ...bases().map((base, n) => scored(11 + n, base))]);
      await isAway('redis');
      redis?.thaw();
      await Promise.all(stack.bases.map((_, n) => stack.ready(n)));
      await redis?.kill();
      await isAway('redis');
      await Promise.all([...bases().map(isUp), ...bases().map((base, n) => scored(14 + n, base))]);
      await redis?.start();
      await Promise.all(stack.bases.map((_, n) => stack.ready(n)));
    },
    60_000,
  );

  async function scored(hole: number, base: string): Promise<void> {
    expect(await scoreOf(hole, randomUUID(), base)).toMatchObject({ status: 200 });
  }

  (caddyProgram === null ? it.skip : it)(
    'says by its proxy that no api answers: in the catalogue’s words to a client, readably to a person',
    async () => {
      for (const api of stack.apis) await api.kill();
      const base = caddy?.base ?? '';
      const html = { headers: { accept: 'text/html,*/*' } };
      const [call, score, part, page] = await Promise.all([
        asks(`${base}/api/courses?query=proof`, html),
        scoreOf(17, randomUUID(), base),
        asks(`${base}/assets/none.js`),
        asks(`${base}/clubhouse`, html),
      ]);
      for (const { text, ...answer } of [call, score, part]) {
        expect(answer).toEqual({ status: 503, type: 'application/json; charset=utf-8', retryAfter: '2' });
        expect(JSON.parse(text)).toEqual(errorAnswer('UNAVAILABLE'));
      }
      expect(page).toMatchObject({ status: 503, type: 'text/html; charset=utf-8', retryAfter: '2' });
      expect(page.text).toContain(errorAnswer('UNAVAILABLE').error.message);
      for (const api of stack.apis) api.start();
      await eventually(async () => (await asks(`${base}/clubhouse`, html)).status === 200, 'the page is back', 30_000);
    },
    60_000,
  );
});

test('the proxy knows the words of the catalogue', () => {
  const text = readFileSync(CADDYFILE, 'utf8');
  const bodies = [...text.matchAll(/respond `(\{.*\})` (\d+)/g)].map(([, body, status]) => [body, status]);
  const answers = (['UNAVAILABLE', 'NOT_FOUND'] as const).map((code) => errorAnswer(code));
  expect(bodies).toEqual(answers.map((answer) => [JSON.stringify(answer), String(answer.status)]));
});
