import { eventually } from '@fairmark/events/testing/eventually';
import { REPEAT, seedOf } from '@fairmark/events/testing/repeat';
import { latestRebuild, requestRebuild } from '@fairmark/read-models';
import { chance } from '@fairmark/server';
import { Golfer } from '../support/golfer.js';
import { proofLinks } from '../support/group.js';
import { Stack } from '../support/stack.js';
import { processFaults } from './kinds.js';
import { Play } from './play.js';

const SEED = seedOf(20261120);
const MAILS_WITHIN_MS = 30_000;
const REBUILT_WITHIN_MS = 60_000;

describe('a crash in the middle of a round', () => {
  let stack: Stack;
  let play: Play;
  /** Golfers who have signed up and were invited by mail. */
  const guests: Golfer[] = [];

  beforeAll(async () => {
    stack = await Stack.start({ apis: 2, projectors: 2, postgres: {} });
    play = new Play(stack);
  });
  afterAll(() => stack?.stop());

  it(
    'loses no acknowledged score, doubles none, and leaves tables that equal the log',
    async () => {
      for (let round = 0; round < REPEAT; round += 1) {
        const seed = SEED + round * 100;
        await play.through(seed, async (goOn) => {
          if (round === 0) await rebuilds(goOn);
          for (const { name, happens } of processFaults(stack, chance(seed), guestComes)) {
            await happens();
            await goOn(name);
          }
        });
      }
      const { history } = play;
      console.log(
        `${history.operations.length} scores sent, ${history.of('acknowledged').length} acknowledged, ` +
          `${history.retried.length} sent more than once, ${history.of('unknown').length} of unknown outcome`,
      );
      expect(history.retried.length).toBeGreaterThan(0);
      expect(history.of('refused')).toEqual([]);
      expect(await play.wrongs()).toEqual([]);
    },
    REPEAT * 300_000 + 120_000,
  );

  it('has sent one mail for each cause', async () => {
    await eventually(mailsAreOut, 'all mails are out', MAILS_WITHIN_MS);
    expect(guests).toHaveLength(REPEAT * 2);
    for (const { email } of guests) {
      const subjects = stack.mailsTo(email).map(({ subject }) => subject);
      expect(new Set(subjects).size).toBe(2);
      expect(subjects).toHaveLength(2);
    }
  });

  /** The tables are rebuilt: no read fails, and the projector keeps running. */
  async function rebuilds(goOn: (after: string) => Promise<void>): Promise<void> {
    const { job } = await requestRebuild(stack.database, { projection: 'clubhouse', requestedBy: 'e2e' });
    const last = () => latestRebuild(stack.database, 'clubhouse');
    await eventually(async () => /DONE|FAILED/.test((await last())?.state ?? ''), 'it is done', REBUILT_WITHIN_MS);
    expect(await last()).toMatchObject({ id: job.id, state: 'DONE' });
    const logged = () => stack.projectors.map(({ output }) => output).join();
    await eventually(() => logged().includes('the tables were replaced'), 'the swap is noticed');
    await goOn('after the rebuild of the tables');
    expect(logged()).not.toContain('the projector was interrupted');
    expect(play.unread).toBe(0);
  }

  /** A golfer signs up and is invited, both by mails of the projector that has taken over. */
  async function guestComes(): Promise<void> {
    const [base = ''] = stack.bases;
    const host = await new Golfer(base, { name: 'Hal Host', gender: 'MALE', handicap: 9 }).hasAccount(stack.database);
    const guest = new Golfer(base, { name: 'Eve East', gender: 'FEMALE', handicap: 12 });
    guests.push(await guest.signsUp(stack.linkFromMail));
    await host.invites(await host.creates({ course: await proofLinks(host) }), guest);
    const isDue = async (): Promise<boolean> => {
      const { rowCount } = await stack.database.query(
        `update app.mail_outbox set due_at = now() where user_id = $1 and kind = 'INVITATION'`,
        [guest.id],
      );
      return rowCount === 1;
    };
    await eventually(isDue, 'the invitation waits in the outbox', MAILS_WITHIN_MS);
    const isInvited = () => stack.mailsTo(guest.email).some(({ subject }) => subject.includes('invites you'));
    await eventually(isInvited, 'the invitation comes by mail', MAILS_WITHIN_MS);
  }

  /** Whether every mail that was due was sent or dropped, and the log was read for mails to its end. */
  async function mailsAreOut(): Promise<boolean> {
    const { rows } = await stack.database.query<{ position: string | null; waiting: boolean }>(
      `select (select position from app.mail_checkpoint) as position,
            exists (
              select from app.mail_outbox
              where sent_at is null and due_at <= now() and (link_token is not null or about is not null)
            ) as waiting`,
    );
    return rows[0]?.waiting === false && BigInt(rows[0].position ?? 0) === (await stack.log.head());
  }
});
