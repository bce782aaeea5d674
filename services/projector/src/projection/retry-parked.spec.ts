import { eventually } from '@fairmark/events/testing/eventually';
import { chance } from '@fairmark/server';
import { parkedEvents } from '@fairmark/read-models';
import { appendToMatch, fillLog } from '../testing/fill-log.js';
import { keptLog } from '../testing/kept-log.js';
import { lobbyOf } from '../testing/short-match.js';
import { Stand } from '../testing/stand.js';
import type { Projector, ProjectorOptions } from './projector.js';

const luck = chance(120);
const [GOLFER, FIRST, SECOND] = [luck.uuid(), luck.uuid(), luck.uuid()];

/** A constraint that refuses events stands for a bug of the projection, and dropping it for the fixed build. */
describe('parked events, which a new projector retries', () => {
  const stand = Stand.forSuite();
  let matchId: string;
  let projector: Projector;
  beforeEach(async () => {
    const { matchIds } = await fillLog(stand.store, { seed: 121, events: 100 });
    matchId = matchIds[0] ?? '';
  });

  const restarted = async (options: Partial<ProjectorOptions> = {}) => {
    await projector.stop();
    projector = await stand.live(options);
  };
  const refuse = (inviteId: string, name = 'refused') =>
    stand.sql(`alter table rm.invites add constraint ${name} check (invite_id <> '${inviteId}') not valid`);
  const fix = (table = 'invites') => stand.sql(`alter table rm.${table} drop constraint refused`);
  const invite = (inviteId = luck.uuid()) =>
    appendToMatch(stand.store, matchId, [{ type: 'PlayerInvited', data: { inviteId, userId: GOLFER } }]);
  /** Runs a projector that parks these invitations, as the first one is refused, and fixes the cause. */
  const fixedAfter = async (...inviteIds: string[]) => {
    await refuse(FIRST);
    for (const inviteId of inviteIds) await invite(inviteId);
    projector = await stand.live();
    await fix();
  };
  const parked = async () => (await parkedEvents(stand.pool)).parked;
  const invites = (where = 'true order by invite_id') => stand.sql(`select * from rm.invites where ${where}`);
  const rowsOf = (inviteId: string) => invites(`invite_id = '${inviteId}'`);

  it('are applied once the cause is fixed, with later events of their stream', async () => {
    await refuse(FIRST);
    projector = await stand.live();
    await invite(FIRST);
    await invite();
    await stand.caughtUp();
    expect(projector.health().parkedStreams).toBe(1);
    expect(await parked()).toMatchObject([
      { stream: `match-${matchId}`, attempts: 1, error: expect.stringContaining('refused') },
      { stream: `match-${matchId}`, type: 'PlayerInvited', error: 'An earlier event of this stream is parked' },
    ]);
    await fix();
    await restarted();
    expect(await stand.parked()).toEqual([]);
    expect(projector.health().parkedStreams).toBe(0);
    expect(await rowsOf(FIRST)).toHaveLength(1);
    await invite(SECOND);
    await stand.caughtUp();
    expect(await rowsOf(SECOND)).toHaveLength(1);
    expect(await stand.verify()).toMatchObject({ parked: 0, differing: 0 });
  });

  it('count their attempts and show the latest error, and nothing else changes', async () => {
    await fixedAfter(FIRST, SECOND);
    const tables = async () => [await stand.sql('select position, generation from rm.checkpoint'), await invites()];
    const before = await tables();
    await refuse(FIRST, 'other_fault');
    const [, behind] = await parked();
    for (const attempts of [2, 3]) {
      await restarted();
      const error = expect.stringContaining('other_fault');
      expect(await parked()).toMatchObject([{ attempts, error }, behind]);
      expect(projector.health().parkedStreams).toBe(1);
    }
    expect(await tables()).toEqual(before);
  });

  it('are applied up to the next one that fails', async () => {
    await fixedAfter(FIRST, luck.uuid(), SECOND);
    await refuse(SECOND, 'later');
    await restarted();
    const error = expect.stringContaining('later');
    expect(await parked()).toMatchObject([{ attempts: 2, error }]);
    expect(await rowsOf(FIRST)).toHaveLength(1);
    await invite();
    await stand.caughtUp();
    expect(await parkedEvents(stand.pool)).toMatchObject({ parked: [{ attempts: 2 }, { attempts: 1 }], more: false });
    expect(await parkedEvents(stand.pool, 1)).toMatchObject({ parked: [{ attempts: 2 }], more: true });
  });

  it('restore a projector that refused to run because too many streams were parked', async () => {
    await stand.sql(`alter table rm.matches add constraint refused check (host_id <> '${GOLFER}') not valid`);
    const refused = Array.from({ length: 101 }, () => luck.uuid());
    await Promise.all(refused.map((id) => appendToMatch(stand.store, id, lobbyOf(id, GOLFER))));
    projector = stand.project();
    await eventually(() => projector.health().state === 'REFUSED');
    await fix('matches');
    await stand.caughtUp();
    expect(await stand.verify()).toMatchObject({ parked: 0, differing: 0 });
  });

  it('can be applied again when the projector was killed before it had unparked them', async () => {
    await fixedAfter(FIRST, SECOND);
    await stand.sql('create table public.parked as table rm.parked_events');
    await restarted();
    await stand.sql('insert into rm.parked_events table public.parked; drop table public.parked');
    await restarted();
    expect(await stand.parked()).toEqual([]);
    expect(await stand.differences()).toEqual([]);
  });

  it('stay parked when their stream cannot be read, while other events are applied', async () => {
    await fixedAfter(FIRST);
    let failures = 0;
    const store = stand.hooked(async (what) => {
      if (what === 'stream' && (failures += 1) === 1) throw new Error('The log does not answer');
    });
    const { logger, lines } = keptLog('error');
    await restarted({ store, logger });
    await invite();
    await fillLog(stand.store, { seed: 122, events: 100 });
    await stand.caughtUp();
    expect(lines).toEqual([expect.stringMatching(`(?=.*"match-${matchId}")(?=.*does not answer)`)]);
    expect((await stand.parked()).map(({ stream }) => stream)).toEqual([`match-${matchId}`, `match-${matchId}`]);
    await restarted();
    expect(await stand.differences()).toEqual([]);
  });

  it('are not written into tables that a rebuild swaps in at the same time', async () => {
    await fixedAfter(FIRST);
    await projector.stop();
    const rebuilds: Promise<unknown>[] = [];
    const store = stand.hooked(async (what) => {
      if (what === 'log') return;
      const denied = { type: 'InviteDenied', data: { inviteId: FIRST, userId: GOLFER } } as const;
      rebuilds[0] ??= appendToMatch(stand.store, matchId, [denied]).then(() => stand.rebuild());
      await rebuilds[0];
    });
    projector = await stand.live({ store });
    await stand.caughtUp();
    expect(await Promise.all(rebuilds)).toMatchObject([{ finished: true }]);
    expect(await rowsOf(FIRST)).toMatchObject([{ status: 'DENIED' }]);
    expect(await stand.verify()).toMatchObject({ parked: 0, differing: 0 });
  });
});
