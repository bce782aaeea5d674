import { setTimeout as pause } from 'node:timers/promises';
import type { LeaderboardRow } from '@fairmark/contract';
import { seedOf } from '@fairmark/events/testing/repeat';
import { latestRebuild, requestRebuild } from '@fairmark/read-models';
import { chance } from '@fairmark/server';
import { eventually } from '@fairmark/events/testing/eventually';
import { Golfer } from '../support/golfer.js';
import { allEnter, invites, opens, type Written } from '../support/group.js';
import { Stack } from '../support/stack.js';
import { isIn, stateOf, TAKES_OVER_WITHIN_MS, workAndStandBy, writers } from './support/projectors.js';
import { finishes, keepsScoring, twoBall, type Score, type TwoBall } from './support/two-ball.js';

const SEED = seedOf(20261122);
/** Between two scores of a phone: a golfer may change a round 1,200 times, and a slow machine takes minutes. */
const BREATH_MS = 150;
/** Scores that come in before a fault and after it, so that it hits a projector at work. */
const SCORES_BETWEEN = 20;
const MAILS_WITHIN_MS = 30_000;
const REBUILT_WITHIN_MS = 60_000;

/** The events that all phones at a match receive while it is played. */
const OF_THE_ROUND = ['score_recorded', 'card_signed', 'round_verified'];

interface Fresh {
  position?: string;
  stale?: boolean;
}

describe('two apis and two projectors on one log', () => {
  let stack: Stack;
  let ball: TwoBall;
  let here: Golfer;
  let there: Golfer;

  beforeAll(async () => {
    stack = await Stack.start({ apis: 2, projectors: 2 });
    ball = await twoBall(stack, ['Ann Ash', 'Bob Banks']);
    [here, there] = ball.players;
  });
  afterAll(async () => {
    for (const golfer of [here, there]) golfer?.hangsUp();
    await stack?.stop();
  });

  /** The round as a phone heard of it. */
  const roundOf = (golfer: Golfer): string[] =>
    golfer.heard
      .filter(({ event }) => OF_THE_ROUND.includes(event))
      .map(({ event, payload }) => JSON.stringify([event, payload]));

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
    const { match, position, log } = await opens(here, { course: ball.course, matchType: 'STROKE' });
    const invited = await invites(here, there, match.id);
    expect(BigInt(invited.position)).toBeGreaterThan(BigInt(position));
    expect(invited.log).toBe(log);
    const token = `position=${invited.position}&log=${invited.log}`;
    const { invites: received } = await there.does<{ invites: { matchId: string }[] }>(
      'GET',
      `/api/match/invites?${token}`,
    );
    expect(received.map(({ matchId }) => matchId)).toEqual([match.id]);
    for (const base of stack.bases) {
      const path = `/api/mothership/daily-results?course=${ball.course}&sort=nett&${token}`;
      const { rounds } = await there.does<{ rounds: LeaderboardRow[] }>('GET', path, undefined, { base });
      expect(rounds.map((row) => [row.player.fullName, row.userRound.scoreTotals.gross])).toEqual([
        ['Bob Banks', 72],
        ['Ann Ash', 72],
      ]);
    }
  });

  describe('while one of the projectors fails, or makes its tables anew', () => {
    let ball: TwoBall;
    let guest: Golfer;
    beforeAll(async () => {
      ball = await twoBall(stack, ['Cara Cole', 'Dan Drew']);
      // Whole cards, so that the host owes no hole and may set up another match meanwhile.
      await allEnter(ball.matchId, ball.players);
      guest = new Golfer(stack.bases[0] ?? '', { name: 'Eve East', gender: 'FEMALE', handicap: 12 });
    });

    /** Both phones enter scores all the while, every one of which has to be accepted; what derives from them is seen, or stale, and never older than before. */
    async function whilePlaying(work: () => Promise<void>): Promise<void> {
      const phones = new AbortController();
      let accepted = 0;
      const playing = ball.players.map((golfer, n) => {
        let seen = 0n;
        const send = async (score: Score): Promise<void> => {
          const { position, log } = await golfer.does<Written>('POST', '/api/match/score', score);
          accepted += 1;
          const path = `/api/mothership/unverified-rounds?position=${position}&log=${log}`;
          const answer = await golfer.does<Fresh>('GET', path);
          const shown = BigInt(answer.position ?? 0);
          expect(shown >= seen && (answer.stale === true || shown >= BigInt(position))).toBe(true);
          seen = shown;
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
      const { match } = await opens(host, { course: ball.course, matchType: 'PAR' });
      await invites(host, golfer, match.id);
      await eventually(
        async () => {
          const { rowCount } = await stack.database.query(
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

    /** Every mail that was due was sent or dropped (an answered invitation's), and the log was read for mails to its end. */
    async function mailsAreOut(): Promise<void> {
      await eventually(
        async () => {
          const { rows } = await stack.database.query<{ position: string | null; waiting: boolean }>(
            `select (select position from app.mail_checkpoint) as position,
                  exists (
                    select from app.mail_outbox
                    where sent_at is null and due_at <= now() and (link_token is not null or about is not null)
                  ) as waiting`,
          );
          return rows[0]?.waiting === false && BigInt(rows[0].position ?? 0) === (await stack.log.head());
        },
        'all mails are out',
        MAILS_WITHIN_MS,
      );
    }

    it('no answer fails or is older than one before while the tables are made anew', async () => {
      await whilePlaying(async () => {
        const { job } = await requestRebuild(stack.database, { projection: 'clubhouse', requestedBy: 'e2e' });
        const last = () => latestRebuild(stack.database, 'clubhouse');
        await eventually(async () => /DONE|FAILED/.test((await last())?.state ?? ''), 'it is done', REBUILT_WITHIN_MS);
        expect(await last()).toMatchObject({ id: job.id, state: 'DONE' });
      });
      expect(await stack.differences()).toEqual([]);
      const said = () => stack.projectors.map(({ output }) => output).join();
      await eventually(() => said().includes('the tables were replaced'), 'the swap is noticed');
      expect(said()).not.toContain('the projector was interrupted');
    });

    it('the other one takes over within 10 s when it is killed, and it comes back as the stand-by', async () => {
      const { active, standBy } = await workAndStandBy(stack);
      await whilePlaying(async () => {
        await stack.projectors[active]?.kill();
        await isIn(stack, standBy, 'LIVE', TAKES_OVER_WITHIN_MS);
      });
      expect(await stack.differences()).toEqual([]);
      stack.projectors[active]?.start();
      await isIn(stack, active, 'STANDBY');
      expect(await writers(stack)).toHaveLength(1);
      expect(await stateOf(stack, standBy)).toBe('LIVE');
    });

    it('the other one takes over within 10 s when it freezes; thawed, it writes nothing', async () => {
      const { active: frozen, standBy: next } = await workAndStandBy(stack);
      const before = await writers(stack);
      let now: number[] = [];
      try {
        await whilePlaying(async () => {
          stack.projectors[frozen]?.freeze();
          await isIn(stack, next, 'LIVE', TAKES_OVER_WITHIN_MS);
          now = await writers(stack);
          expect(now).toHaveLength(1);
          // With its session the right to write has gone, before it could wake up.
          const { rowCount } = await stack.database.query('select from pg_stat_activity where pid = any ($1)', [
            before,
          ]);
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
      expect(await writers(stack)).toEqual(now);
      expect(await stack.differences()).toEqual([]);
    });

    it('has sent one mail for each cause', async () => {
      await mailsAreOut();
      const subjects = stack.mailsTo(guest.email).map(({ subject }) => subject);
      expect(new Set(subjects).size).toBe(2);
      expect(subjects).toHaveLength(2);
      for (const { email } of ball.players) expect(stack.mailsTo(email)).toHaveLength(1);
    });
  });
});
