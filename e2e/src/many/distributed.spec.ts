import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { errorAnswer, type LeaderboardRow } from '@fairmark/contract';
import { connectEventStoreDb, type EventStore } from '@fairmark/event-store';
import type { RecordedEvent } from '@fairmark/events';
import { wholeLog } from '@fairmark/event-store/testing/events';
import { EventStoreDbStub } from '@fairmark/event-store/testing/eventstoredb/stub';
import { TcpProxy, type ProxyMode } from '@fairmark/event-store/testing/tcp-proxy';
import { findProgram, TestRedis } from '@fairmark/tools';
import { askRedis } from '../support/ask-redis.js';
import { eventually, onThisMachine } from '@fairmark/events/testing/eventually';
import { Golfer } from '../support/golfer.js';
import { History } from '../support/history.js';
import { Stack } from '../support/stack.js';
import { Caddy, CADDYFILE } from './support/caddy.js';
import { isIn } from './support/projectors.js';
import { finishes, standingOf, twoBall, type TwoBall } from '../support/group.js';

const SETTLES_WITHIN_MS = 30_000;
/** A phone repeats its score after this time. */
const PHONE_WAITS_MS = 8_000;
/** Much less than the timeout for a frozen Redis. */
const ANSWERED_WITHIN_MS = 5_000;
const WEB_DIR = fileURLToPath(new URL('../../../web/dist', import.meta.url));

const redisServer = findProgram('redis-server');
const caddyProgram = findProgram('caddy');

/** The product on a stub of EventStoreDB behind a breakable line, on its own Redis, and behind the proxy if any. */
(redisServer === null ? describe.skip : describe)('the product on EventStoreDB and Redis', () => {
  const history = new History();
  let stub: EventStoreDbStub;
  let line: TcpProxy;
  let redis: TestRedis;
  let caddy: Caddy | null = null;
  let store: EventStore;
  let stack: Stack;
  /** The players of the first story's round. */
  let ball: TwoBall;
  /** Two players whose round is over. */
  let over: TwoBall;
  /** Two players who play while parts are away. */
  let playing: TwoBall;

  beforeAll(async () => {
    stub = await EventStoreDbStub.start();
    ({ proxy: line } = await TcpProxy.before(stub.url));
    redis = await TestRedis.start(redisServer ?? '');
    store = await connectEventStoreDb({ connectionString: stub.url });
    const env = { EVENT_STORE_URL: `esdb://127.0.0.1:${line.port}?tls=false`, REDIS_URL: redis.url, WEB_DIR };
    stack = await Stack.start({ apis: 2, env, postgres: {} });
    if (caddyProgram !== null) caddy = await Caddy.start(caddyProgram, stack.bases);
    ball = await twoBall(stack, ['Lou Lake', 'May Moss'], { signUp: true });
    over = await twoBall(stack, ['Ida Iron', 'Jon Jade']);
    const { position, log } = await finishes(over);
    await boardOf(stack.bases[0] ?? '', `&position=${position}&log=${log}`);
    playing = await twoBall(stack, ['Kai Kite', 'Lea Lund']);
  });
  afterAll(async () => {
    for (const golfer of [...(ball?.players ?? []), ...(playing?.players ?? [])]) golfer.hangsUp();
    await caddy?.stop();
    await stack?.stop();
    await store?.close();
    await redis?.remove();
    await line?.close();
    stub?.stop();
  });

  /** Both enter a four for each of these holes on both cards, repeated until it is accepted. */
  async function playsHoles(first: number, last: number): Promise<void> {
    const { matchId, players } = ball;
    for (let holeNumber = first; holeNumber <= last; holeNumber += 1) {
      for (const golfer of players) {
        for (const { id: userId } of players) {
          const score = { matchId, userId, holeNumber, strokes: 4 };
          await history.score(golfer, score, { bases: stack.bases, until: Date.now() + SETTLES_WITHIN_MS });
        }
      }
    }
    expect(history.operations.filter(({ result }) => result !== 'acknowledged')).toEqual([]);
  }

  async function projectorComesBack(signal: NodeJS.Signals): Promise<void> {
    await stack.projectors[0]?.kill(signal);
    stack.projectors[0]?.start();
    await isIn(stack, 0, 'LIVE', SETTLES_WITHIN_MS);
  }

  const scoresOf = (log: readonly RecordedEvent[], { matchId }: TwoBall): RecordedEvent[] =>
    log.filter(({ type, stream }) => type === 'HoleScored' && stream === `match-${matchId}`);

  it('goes from the sign-up to the first tee with mails through Redis and nothing in the log of Postgres', async () => {
    for (const golfer of ball.players) {
      await golfer.listens();
      expect(await golfer.emits('join_lobby', { matchId: ball.matchId })).toMatchObject({ status: 200 });
    }
    expect(await askRedis(redis.port, 'DBSIZE')).not.toBe(':0');
    expect(await jobTables()).toEqual([]);
    expect((await stack.database.query('select from log.events')).rowCount).toBe(0);
    expect((await wholeLog(store)).some(({ stream }) => stream === `match-${ball.matchId}`)).toBe(true);
  });

  it('plays on while the line to the log breaks', async () => {
    await playsHoles(1, 4);
    line.mode = 'refusing';
    const playing = playsHoles(5, 9);
    await eventually(() => history.operations.some(({ holeNumber }) => holeNumber === 5), 'a score of hole 5 is sent');
    await eventually(() => stub.live.length === 0 && line.connections === 0, 'the log is out of reach');
    line.mode = 'open';
    await playing;
    const [here, there] = ball.players;
    for (const golfer of [here, there]) await golfer.hears('score_recorded', { userId: there.id, holeNumber: 9 });
    expect(await stack.differences(store)).toEqual([]);
  });

  it('continues when an api and the projector have ended and come back', async () => {
    const [api] = stack.apis;
    await Promise.all([api?.kill('SIGTERM'), projectorComesBack('SIGKILL')]);
    expect(api?.child?.exitCode).toBe(0);
    api?.start();
    await stack.ready();
    await playsHoles(10, 13);
    for (const golfer of ball.players) await eventually(() => golfer.socket?.connected === true, 'the phone is back');
  });

  it('loses no mail and ends no session when Redis is flushed', async () => {
    const back = await stack.stopMails();
    const [{ base }] = ball.players;
    const late = new Golfer(base, { name: 'Ned Nash', gender: 'MALE', handicap: 15 });
    await late.signsUp(async (email) => {
      await eventually(() => isInAJob(email), 'the mail is in a job');
      expect(await askRedis(redis.port, 'FLUSHALL')).toBe('+OK');
      await back();
      await projectorComesBack('SIGTERM');
      return stack.linkFromMail(email);
    });
    expect(stack.mailsTo(late.email)).toHaveLength(1);
    for (const golfer of ball.players) {
      expect(await golfer.call('GET', '/api/auth/user')).toMatchObject({ status: 200 });
    }
    const again = new Golfer(base, ball.players[1].profile, ball.players[1].email);
    await again.signsIn();
    await redis.kill();
    await playsHoles(14, 15);
    await redis.start();
    await playsHoles(16, 18);
  });

  it('ends verified and on the leaderboard, every score in the log once, tables that equal the log', async () => {
    const [here, there] = ball.players;
    await here.signs(ball.matchId);
    const written = await there.signs(ball.matchId);
    expect(await standingOf(ball, written)).toEqual([
      { name: 'May Moss', gross: 72 },
      { name: 'Lou Lake', gross: 72 },
    ]);
    const recorded = scoresOf(await wholeLog(store), ball).map(({ id }) => id);
    expect(recorded).toHaveLength(4 * 18);
    expect([...recorded].sort()).toEqual(history.operations.map(({ entryId = '' }) => entryId).sort());
    expect(await stack.differences(store)).toEqual([]);
    expect(await store.logId()).toBe(written.log);
  });

  /** Whether the one mail to an address was handed to a job and has not gone out. */
  async function isInAJob(email: string): Promise<boolean> {
    const { rows } = await stack.database.query<{ cause: string }>(
      `select cause from app.mail_outbox mail join app.users golfer on golfer.id = mail.user_id
       where golfer.email = $1 and mail.sent_at is null`,
      [email],
    );
    return rows.length === 1 && (await askRedis(redis.port, `EXISTS fairmark:mails:${rows[0]?.cause}`)) === ':1';
  }

  /** Tables of jobs in Postgres; there are none if Redis keeps jobs. */
  async function jobTables(): Promise<unknown[]> {
    return (await stack.database.query(`select tablename from pg_tables where schemaname = 'jobs'`)).rows;
  }

  /** Every address of the product. */
  const bases = (): string[] => [...stack.bases, ...(caddy === null ? [] : [caddy.base])];

  /** An answer as a phone gets it. */
  async function asks(url: string, { token, ...more }: RequestInit & { token?: string } = {}) {
    const headers = new Headers(more.headers);
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    const response = await fetch(url, { ...more, headers, signal: AbortSignal.timeout(onThisMachine(PHONE_WAITS_MS)) });
    const [type, retryAfter] = [response.headers.get('content-type'), response.headers.get('retry-after')];
    return { status: response.status, type, retryAfter, text: await response.text() };
  }

  /** The number of rows of the finished round on the leaderboard. */
  async function boardOf(base: string, more = ''): Promise<number> {
    const { status, text } = await asks(base + board() + more, { token: over.players[0].token });
    expect({ status, text }).toMatchObject({ status: 200 });
    const { rounds } = JSON.parse(text) as { rounds: LeaderboardRow[] };
    return rounds.filter(({ userRound }) => userRound.matchId === over.matchId).length;
  }

  const board = () => `/api/mothership/daily-results?course=${over.course}&sort=nett`;

  /** Checks what needs neither log nor Redis. A read is repeated, as phones do, if a busy machine had no time for it. */
  async function isUp(base: string): Promise<void> {
    const { token } = over.players[0];
    const page = await asks(`${base}/clubhouse`, { headers: { accept: 'text/html' } });
    expect(page).toMatchObject({ status: 200, type: expect.stringContaining('text/html') });
    const paths = ['/api/courses?query=proof', '/api/mothership/history', '/api/auth/user', '/health/live', board()];
    const answers = async (path: string) => (await asks(base + path, { token })).status === 200;
    await Promise.all(paths.map((path) => eventually(() => answers(path), `${base}${path}`, ANSWERED_WITHIN_MS)));
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
    'serves pages, courses, leaderboards and histories while the log is %s, and refuses scores for now',
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
      expect(await golfer.emits('watch_course', { courseId: playing.course })).toMatchObject({ status: 200 });
      line.mode = 'open';
      await Promise.all(stack.bases.map((__, n) => stack.ready(n)));
      expect(await golfer.emits('join_lobby', { matchId: playing.matchId })).toMatchObject({ status: 200 });
      for (const { base, hole, key } of sent) expect(await scoreOf(hole, key, base)).toMatchObject({ status: 200 });
      await golfer.hears('score_recorded', { holeNumber: sent.at(-1)?.hole });
      const scored = scoresOf(await wholeLog(store), playing);
      const keys = scored.map(({ metadata }) => metadata.commandId);
      expect(new Set(keys).size).toBe(keys.length);
      expect(scored).toHaveLength(firstHole === 1 ? sent.length : 2 * sent.length);
      golfer.hangsUp();
    },
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
  });

  it('serves its pages while the database is frozen', async () => {
    const thaw = stack.freezePostgres();
    try {
      await isAway('database');
      const pages = bases().map((base) => asks(`${base}/clubhouse`, { headers: { accept: 'text/html' } }));
      expect((await Promise.all(pages)).map(({ status }) => status)).toEqual(bases().map(() => 200));
    } finally {
      thaw();
    }
    await Promise.all(stack.bases.map((_, n) => stack.ready(n)));
  });

  it('serves everything while Redis is frozen or gone', async () => {
    redis.freeze();
    await Promise.all([...bases().map(isUp), ...bases().map((base, n) => scored(11 + n, base))]);
    await isAway('redis');
    redis.thaw();
    await Promise.all(stack.bases.map((_, n) => stack.ready(n)));
    await redis.kill();
    await isAway('redis');
    await Promise.all([...bases().map(isUp), ...bases().map((base, n) => scored(14 + n, base))]);
    await redis.start();
    await Promise.all(stack.bases.map((_, n) => stack.ready(n)));
  });

  /** Sends a score as a phone does, repeated with the same id if a busy machine had no time for it. */
  async function scored(hole: number, base: string): Promise<void> {
    const id = randomUUID();
    const taken = async () => (await scoreOf(hole, id, base)).status === 200;
    await eventually(taken, `hole ${hole} is scored at ${base}`, ANSWERED_WITHIN_MS);
  }

  (caddyProgram === null ? it.skip : it)(
    'answers by its proxy when no api does: with the catalogue’s error to a client, with a page to a person',
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
  );
});

test('the proxy has the errors of the catalogue', () => {
  const text = readFileSync(CADDYFILE, 'utf8');
  const bodies = [...text.matchAll(/respond `(\{.*\})` (\d+)/g)].map(([, body, status]) => [body, status]);
  const answers = (['UNAVAILABLE', 'NOT_FOUND'] as const).map((code) => errorAnswer(code));
  expect(bodies).toEqual(answers.map((answer) => [JSON.stringify(answer), String(answer.status)]));
});
