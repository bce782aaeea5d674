import type { LeaderboardRow } from '@fairmark/contract';
import { connectEventStoreDb, type EventStore, type RecordedEvent } from '@fairmark/events';
import { wholeLog } from '@fairmark/events/testing/events';
import { EventStoreDbStub } from '@fairmark/events/testing/eventstoredb/stub';
import { TcpProxy } from '@fairmark/events/testing/tcp-proxy';
import { findRedisServer, NO_REDIS, TestRedis } from '@fairmark/tools';
import pg from 'pg';
import { eventually } from '../support/eventually.js';
import { Golfer } from '../support/golfer.js';
import { History } from '../support/history.js';
import { Stack } from '../support/stack.js';
import { tablesAgainstLog } from '../support/tables.js';
import { askRedis } from './support/ask-redis.js';
import { isIn } from './support/projectors.js';
import { twoBall, type TwoBall } from './support/two-ball.js';

const SETTLES_WITHIN_MS = 30_000;

const program = findRedisServer();
if (program === null) process.stderr.write(`${NO_REDIS}\n`);

/** The product on a stub of EventStoreDB, behind a line that may break, and on a Redis of its own. */
(program === null ? describe.skip : describe)('the product on EventStoreDB and Redis', () => {
  const history = new History();
  let stub: EventStoreDbStub;
  let line: TcpProxy;
  let redis: TestRedis;
  let store: EventStore;
  let stack: Stack;
  let database: pg.Client;
  let ball: TwoBall;

  beforeAll(async () => {
    stub = await EventStoreDbStub.start();
    line = await TcpProxy.start({ host: '127.0.0.1', port: stub.port });
    redis = await TestRedis.start(program ?? '');
    store = await connectEventStoreDb({ connectionString: stub.url });
    const env = { EVENT_STORE_URL: `esdb://127.0.0.1:${line.port}?tls=false`, REDIS_URL: redis.url };
    stack = await Stack.start({ apis: 2, env });
    database = new pg.Client({ connectionString: stack.databaseUrl });
    await database.connect();
  }, 120_000);
  afterAll(async () => {
    for (const golfer of ball?.players ?? []) golfer.hangsUp();
    await database?.end();
    await stack?.stop();
    await store?.close();
    await redis?.remove();
    await line?.close();
    stub?.stop();
  }, 60_000);

  /** Both enter the holes of this half on both cards, each a four, again until each is accepted. */
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

  const scoresOf = (log: readonly RecordedEvent[]): string[] =>
    log.filter(({ type, stream }) => type === 'HoleScored' && stream === `match-${ball.matchId}`).map(({ id }) => id);

  it('goes from the sign-up to the first tee, mails through Redis, nothing in the log of Postgres', async () => {
    ball = await twoBall(stack, ['Lou Lake', 'May Moss']);
    for (const golfer of ball.players) {
      await golfer.listens();
      expect(await golfer.emits('join_lobby', { matchId: ball.matchId })).toMatchObject({ status: 200 });
    }
    expect(await askRedis(redis.port, 'DBSIZE')).not.toBe(':0');
    expect(await jobTables()).toEqual([]);
    expect((await database.query('select from log.events')).rowCount).toBe(0);
    expect((await wholeLog(store)).some(({ stream }) => stream === `match-${ball.matchId}`)).toBe(true);
  });

  it('plays on while the line to the log breaks', async () => {
    await playsHoles(1, 4);
    line.mode = 'refusing';
    const playing = playsHoles(5, 9);
    await eventually(() => history.operations.some(({ holeNumber }) => holeNumber === 5), 'somebody plays on');
    await eventually(() => stub.live.length === 0 && line.connections === 0, 'nobody reaches the log');
    line.mode = 'open';
    await playing;
    const [here, there] = ball.players;
    for (const golfer of [here, there]) await golfer.hears('score_recorded', { userId: there.id, holeNumber: 9 });
    expect(await tablesAgainstLog(stack.databaseUrl, store)).toEqual([]);
  }, 60_000);

  it('goes on where it was when an api and the projector have ended and come back', async () => {
    const [api] = stack.apis;
    await Promise.all([api?.kill('SIGTERM'), projectorComesBack('SIGKILL')]);
    expect(api?.child?.exitCode).toBe(0);
    api?.start();
    await stack.ready();
    await playsHoles(10, 13);
    for (const golfer of ball.players) await eventually(() => golfer.socket?.connected === true, 'the phone is back');
  }, 60_000);

  it('loses no mail and locks nobody out when Redis is flushed', async () => {
    const back = await stack.stopMails();
    const [{ base }] = ball.players;
    const late = new Golfer(base, { name: 'Ned Nash', gender: 'MALE', handicap: 15 });
    await late.signsUp(async (email) => {
      await eventually(() => isInAJob(email), 'the mail is in a job');
      expect(await askRedis(redis.port, 'FLUSHALL')).toBe('+OK');
      await back();
      // As if so long had passed that a mail's lost job is looked for, which a projector does when it starts.
      await database.query(`update app.mail_outbox set queued_at = now() - interval '1 hour' where sent_at is null`);
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
  }, 90_000);

  it('ends verified and on the leaderboard, every score in the log once, tables that equal the log', async () => {
    const [here, there] = ball.players;
    await here.does('POST', `/api/match/${ball.matchId}/verify`);
    const { position, log } = await there.does<{ position: string; log: string }>(
      'POST',
      `/api/match/${ball.matchId}/verify`,
    );
    const path = `/api/mothership/daily-results?course=${ball.course}&sort=nett&position=${position}&log=${log}`;
    const { rounds } = await here.does<{ rounds: LeaderboardRow[] }>('GET', path);
    expect(rounds.map((row) => [row.player.fullName, row.userRound.scoreTotals.gross])).toEqual([
      ['May Moss', 72],
      ['Lou Lake', 72],
    ]);
    const recorded = scoresOf(await wholeLog(store));
    expect(recorded).toHaveLength(4 * 18);
    expect([...recorded].sort()).toEqual(history.operations.map(({ entryId = '' }) => entryId).sort());
    expect(await tablesAgainstLog(stack.databaseUrl, store)).toEqual([]);
    expect(await store.logId()).toBe(log);
  }, 60_000);

  /** Whether the one mail to an address was handed to a job and has not gone out. */
  async function isInAJob(email: string): Promise<boolean> {
    const { rowCount } = await database.query(
      `select from app.mail_outbox mail join app.users golfer on golfer.id = mail.user_id
       where golfer.email = $1 and mail.queued_at is not null and mail.sent_at is null`,
      [email],
    );
    return rowCount === 1;
  }

  /** Tables of jobs in Postgres; where Redis keeps them there is none. */
  async function jobTables(): Promise<unknown[]> {
    return (await database.query(`select tablename from pg_tables where schemaname = 'jobs'`)).rows;
  }
});
