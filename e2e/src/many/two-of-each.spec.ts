import type { LeaderboardRow } from '@fairmark/contract';
import pg from 'pg';
import { eventually } from '../support/eventually.js';
import { Golfer } from '../support/golfer.js';
import { Stack } from '../support/stack.js';
import { workAndStandBy, writers } from './support/projectors.js';
import { finishes, twoBall, type TwoBall } from './support/two-ball.js';

/** Promised: so long after the end of a session its sockets are gone. */
const SOCKETS_END_WITHIN_MS = 1_000;
/** What whoever looks at a match is told while it is played. */
const OF_THE_ROUND = ['score_recorded', 'card_signed', 'round_verified'];

describe('two apis and two projectors on one log', () => {
  let stack: Stack;
  let database: pg.Client;
  let ball: TwoBall;
  let here: Golfer;
  let there: Golfer;

  beforeAll(async () => {
    stack = await Stack.start({ apis: 2, projectors: 2 });
    database = new pg.Client({ connectionString: stack.databaseUrl });
    await database.connect();
    ball = await twoBall(stack, ['Ann Ash', 'Bob Banks']);
    [here, there] = ball.players;
  }, 120_000);
  afterAll(async () => {
    for (const golfer of [here, there]) golfer?.hangsUp();
    await database?.end();
    await stack?.stop();
  }, 60_000);

  /** The round as a phone heard of it. */
  const roundOf = (golfer: Golfer): string[] =>
    golfer.heard
      .filter(({ event }) => OF_THE_ROUND.includes(event))
      .map(({ event, payload }) => JSON.stringify([event, payload]));

  it('has exactly one projector at work', async () => {
    await workAndStandBy(stack);
    expect(await writers(database)).toHaveLength(1);
  });

  it('tells the sockets of both apis the whole round, in the order of the log, and when the leaderboard changes', async () => {
    for (const golfer of ball.players) {
      await golfer.listens();
      expect(await golfer.emits('join_lobby', { matchId: ball.matchId })).toMatchObject({ status: 200 });
      expect(await golfer.emits('watch_course', { courseId: ball.course })).toMatchObject({ status: 200 });
    }
    const { position } = await finishes(ball);
    for (const golfer of ball.players) {
      for (const { id } of ball.players) await golfer.hears('round_verified', { matchId: ball.matchId, userId: id });
      await golfer.hears('leaderboard_changed', { courseId: ball.course, position });
    }
    // Four cards of 18 holes, a signature of each for the own card and the marked one, and two verified rounds.
    await eventually(() => roundOf(here).length === roundOf(there).length, 'both phones have heard as much');
    expect(roundOf(here)).toEqual(roundOf(there));
    expect(here.heard.filter(({ event }) => event === 'score_recorded')).toHaveLength(4 * 18);
    const revisions = here.heard
      .filter(({ event }) => event === 'score_recorded')
      .map(({ payload }) => BigInt(String(payload.revision)));
    expect(revisions).toEqual([...revisions].sort((one, other) => Number(one - other)));
  });

  it('shows at one api what was written at the other, and the board at both', async () => {
    const { match, position, log } = await here.does<{ match: { id: string }; position: string; log: string }>(
      'POST',
      '/api/match/create',
      { course: ball.course, playType: 'COMPETITION', matchType: 'STROKE', tee: 'Standard' },
    );
    const invited = await here.does<{ position: string; log: string }>('POST', '/api/match/invite', {
      id: there.id,
      matchId: match.id,
    });
    expect(BigInt(invited.position)).toBeGreaterThan(BigInt(position));
    expect(invited.log).toBe(log);
    const token = `position=${invited.position}&log=${invited.log}`;
    const { invites } = await there.does<{ invites: { matchId: string }[] }>('GET', `/api/match/invites?${token}`);
    expect(invites.map(({ matchId }) => matchId)).toEqual([match.id]);
    for (const base of stack.bases) {
      const path = `/api/mothership/daily-results?course=${ball.course}&sort=nett&${token}`;
      const { rounds } = await there.does<{ rounds: LeaderboardRow[] }>('GET', path, undefined, { base });
      expect(rounds.map((row) => [row.player.fullName, row.userRound.scoreTotals.gross])).toEqual([
        ['Bob Banks', 72],
        ['Ann Ash', 72],
      ]);
    }
  });

  it('ends the sockets at one api within a second of the sign-out at the other, and nobody else’s', async () => {
    const phone = new Golfer(here.base, here.profile, here.email);
    await phone.signsIn();
    await phone.listens(there.base);
    let closed = 0;
    phone.socket?.once('disconnect', () => (closed = performance.now()));
    await phone.does('POST', '/api/auth/logout');
    const signedOut = performance.now();
    await eventually(() => closed > 0, 'the socket ends');
    expect(closed - signedOut).toBeLessThan(SOCKETS_END_WITHIN_MS);
    expect(await phone.call('GET', '/api/auth/user', undefined, { base: there.base })).toMatchObject({ status: 401 });
    expect([here.socket?.connected, there.socket?.connected]).toEqual([true, true]);
  });
});
