import { setTimeout as pause } from 'node:timers/promises';
import { PostgresEventStore } from '@fairmark/events';
import { seedOf } from '@fairmark/events/testing/repeat';
import { chance } from '@fairmark/platform';
import pg from 'pg';
import { eventually } from '../support/eventually.js';
import { Golfer } from '../support/golfer.js';
import { Stack } from '../support/stack.js';
import { tablesAgainstLog } from '../support/tables.js';
import { isIn, stateOf, TAKES_OVER_WITHIN_MS, workAndStandBy, writers } from './support/projectors.js';
import { finishes, keepsScoring, twoBall, type Score, type TwoBall } from './support/two-ball.js';

const SEED = seedOf(20261122);
/** Between two scores of a phone. */
const BREATH_MS = 50;
/** Scores that come in before a fault and after it, so that it hits a projector at work. */
const SCORES_BETWEEN = 20;
const MAILS_WITHIN_MS = 30_000;

describe('two projectors while one of them fails', () => {
  let stack: Stack;
  let store: PostgresEventStore;
  let database: pg.Client;
  let ball: TwoBall;
  let guest: Golfer;

  beforeAll(async () => {
    stack = await Stack.start({ apis: 1, projectors: 2 });
    store = new PostgresEventStore({ connectionString: stack.databaseUrl });
    database = new pg.Client({ connectionString: stack.databaseUrl });
    await database.connect();
    ball = await twoBall(stack, ['Cara Cole', 'Dan Drew']);
    // Whole cards, so that the host owes no hole and may set up another match meanwhile.
    const fours = Array.from({ length: 18 }, () => 4);
    for (const golfer of ball.players) {
      for (const player of ball.players) await golfer.entersCard(ball.matchId, fours, player.id);
    }
    guest = new Golfer(stack.bases[0] ?? '', { name: 'Eve East', gender: 'FEMALE', handicap: 12 });
  }, 120_000);
  afterAll(async () => {
    await database?.end();
    await store?.close();
    await stack?.stop();
  }, 60_000);

  /** Both phones enter scores all the while, every one of which has to be accepted. */
  async function whilePlaying(work: () => Promise<void>): Promise<void> {
    const phones = new AbortController();
    let accepted = 0;
    const playing = ball.players.map((golfer, n) => {
      const send = async (score: Score): Promise<void> => {
        await golfer.does('POST', '/api/match/score', score);
        accepted += 1;
        // Before a golfer has changed the round too often the test is over.
        await pause(BREATH_MS);
      };
      return keepsScoring(ball, { draw: chance(SEED + n), signal: phones.signal, send });
    });
    const goesOn = async (): Promise<void> => {
      const enough = accepted + SCORES_BETWEEN;
      await eventually(() => accepted >= enough, 'scores come in', 30_000);
    };
    try {
      await Promise.race([goesOn().then(work).then(goesOn), Promise.all(playing)]);
    } finally {
      phones.abort();
      await Promise.all(playing);
    }
  }

  /** A mail that waits in the outbox is due now, and comes. */
  async function isInvitedByMail(golfer: Golfer): Promise<void> {
    const [host] = ball.players;
    const { match } = await host.does<{ match: { id: string } }>('POST', '/api/match/create', {
      course: ball.course,
      playType: 'COMPETITION',
      matchType: 'PAR',
      tee: 'Standard',
    });
    await host.does('POST', '/api/match/invite', { id: golfer.id, matchId: match.id });
    await eventually(
      async () => {
        const { rowCount } = await database.query(
          `update app.mail_outbox set due_at = now() where user_id = $1 and kind = 'INVITATION'`,
          [golfer.id],
        );
        return rowCount === 1;
      },
      'the invitation waits in the outbox',
      MAILS_WITHIN_MS,
    );
    await eventually(
      () => stack.mailsTo(golfer.email).some(({ subject }) => subject.includes('invites you')),
      'the invitation comes by mail',
      MAILS_WITHIN_MS,
    );
  }

  /** Every mail that was due has gone, and the log was read for mails to its end. */
  async function mailsAreOut(): Promise<void> {
    await eventually(
      async () => {
        const { rows } = await database.query<{ position: string | null; waiting: boolean }>(
          `select (select position from app.mail_checkpoint) as position,
                  exists (select from app.mail_outbox where sent_at is null and due_at <= now()) as waiting`,
        );
        return rows[0]?.waiting === false && BigInt(rows[0].position ?? 0) === (await store.head());
      },
      'all mails are out',
      MAILS_WITHIN_MS,
    );
  }

  it('the other one takes over within 10 s when it is killed, and it comes back as the stand-by', async () => {
    const { active, standBy } = await workAndStandBy(stack);
    await whilePlaying(async () => {
      await stack.projectors[active]?.kill();
      await isIn(stack, standBy, 'LIVE', TAKES_OVER_WITHIN_MS);
    });
    expect(await tablesAgainstLog(stack.databaseUrl, store)).toEqual([]);
    stack.projectors[active]?.start();
    await isIn(stack, active, 'STANDBY');
    expect(await writers(database)).toHaveLength(1);
    expect(await stateOf(stack, standBy)).toBe('LIVE');
  }, 120_000);

  it('the other one takes over within 10 s when it freezes; thawed, it writes nothing', async () => {
    const { active: frozen, standBy: next } = await workAndStandBy(stack);
    const before = await writers(database);
    let now: number[] = [];
    try {
      await whilePlaying(async () => {
        stack.projectors[frozen]?.freeze();
        await isIn(stack, next, 'LIVE', TAKES_OVER_WITHIN_MS);
        now = await writers(database);
        expect(now).toHaveLength(1);
        // With its session the right to write has gone, before it could wake up.
        const { rowCount } = await database.query('select from pg_stat_activity where pid = any ($1)', [before]);
        expect(rowCount).toBe(0);
        await guest.signsUp(stack.linkFromMail);
        await isInvitedByMail(guest);
        stack.projectors[frozen]?.thaw();
        await isIn(stack, frozen, 'STANDBY');
      });
    } finally {
      stack.projectors[frozen]?.thaw();
    }
    await finishes(ball);
    expect(await stateOf(stack, next)).toBe('LIVE');
    expect(await writers(database)).toEqual(now);
    expect(await tablesAgainstLog(stack.databaseUrl, store)).toEqual([]);
  }, 120_000);

  it('has sent one mail for each cause', async () => {
    await mailsAreOut();
    const subjects = stack.mailsTo(guest.email).map(({ subject }) => subject);
    expect(new Set(subjects).size).toBe(2);
    expect(subjects).toHaveLength(2);
    for (const { email } of ball.players) expect(stack.mailsTo(email)).toHaveLength(1);
  }, 60_000);
});
