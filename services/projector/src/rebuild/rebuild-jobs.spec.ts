import { randomUUID } from 'node:crypto';
import { MESSAGES } from '@fairmark/contract';
import {
  beginRebuild,
  cancelRebuild,
  endRebuild,
  latestRebuild,
  owedRebuilds,
  reportProgress,
  requestRebuild,
  type JobProgress,
} from '@fairmark/read-models';
import { runningRebuild } from '../testing/running-rebuild.js';
import { Stand } from '../testing/stand.js';

const ANN = { projection: 'clubhouse', requestedBy: 'ann' } as const;
const BEN = { projection: 'clubhouse', requestedBy: 'ben' } as const;
const HALF: JobProgress = { phase: 'READING', events: 50, total: 100, eventsPerSecond: 12.6, secondsLeft: 3.9 };

describe('requested rebuilds', () => {
  const stand = Stand.forSuite();

  /** A rebuild that runs until it dies or the test ends. */
  const runs = async () => {
    const rebuild = await runningRebuild(stand.pool, 'ann');
    stand.keep({ stop: rebuild.dies });
    return rebuild;
  };
  const latest = () => latestRebuild(stand.pool, 'clubhouse');

  it('are pending until they run, and record progress and outcome', async () => {
    expect(await latest()).toBeNull();
    const { asked, job } = await requestRebuild(stand.pool, ANN);
    expect({ asked, job }).toMatchObject({ asked: true, job: { state: 'WAITING', phase: null, requestedBy: 'ann' } });
    expect(await owedRebuilds(stand.pool)).toEqual([job.id]);
    const { id } = await runs();
    expect(id).toBe(job.id);
    expect(await owedRebuilds(stand.pool)).toEqual([]);
    expect(await reportProgress(stand.pool, id, HALF)).toBe(true);
    expect(await latest()).toEqual({ ...job, ...HALF, state: 'RUNNING', eventsPerSecond: 13, secondsLeft: 4 });
    await endRebuild(stand.pool, id, { state: 'DONE', message: 'All is well' });
    await endRebuild(stand.pool, id, { state: 'FAILED', message: 'Too late' });
    expect(await latest()).toMatchObject({ state: 'DONE', message: 'All is well', endedAt: expect.any(String) });
    expect(await reportProgress(stand.pool, id, HALF)).toBe(false);
    expect(await beginRebuild(stand.pool, id)).toBe(false);
  });

  it('run one at a time, and a second request returns the first', async () => {
    const both = await Promise.all([requestRebuild(stand.pool, ANN), requestRebuild(stand.pool, BEN)]);
    expect(both.filter(({ asked }) => asked)).toHaveLength(1);
    expect(both[0].job).toEqual(both[1].job);
    await runs();
    expect(await requestRebuild(stand.pool, BEN)).toMatchObject({
      asked: false,
      job: { id: both[0].job.id, state: 'RUNNING' },
    });
  });

  it('do not show the id of an account that was deleted', async () => {
    const { job } = await requestRebuild(stand.pool, { projection: 'clubhouse', requestedBy: randomUUID() });
    expect(job.requestedBy).toBe(MESSAGES.deletedPlayer);
  });

  it('are cancelled at once while they wait, and otherwise by the process that runs them', async () => {
    await requestRebuild(stand.pool, ANN);
    expect(await cancelRebuild(stand.pool, 'clubhouse')).toMatchObject({
      state: 'CANCELLED',
      endedAt: expect.any(String),
    });
    expect(await cancelRebuild(stand.pool, 'clubhouse')).toBeNull();
    const { id } = await runs();
    expect(await cancelRebuild(stand.pool, 'clubhouse')).toMatchObject({ id, state: 'RUNNING', endedAt: null });
    expect(await reportProgress(stand.pool, id, HALF)).toBe(false);
    await endRebuild(stand.pool, id, { state: 'CANCELLED', message: null });
    expect(await latest()).toMatchObject({ id, state: 'CANCELLED' });
  });

  it('are pending again when their session has died, and can be cancelled then', async () => {
    const first = await runs();
    await first.dies();
    expect(await latest()).toMatchObject({ id: first.id, state: 'WAITING' });
    expect(await requestRebuild(stand.pool, BEN)).toMatchObject({ asked: false, job: { id: first.id } });
    expect(await owedRebuilds(stand.pool)).toEqual([first.id]);
    const again = await runs();
    expect(await latest()).toMatchObject({ id: first.id, state: 'RUNNING' });
    await again.dies();
    expect(await cancelRebuild(stand.pool, 'clubhouse')).toMatchObject({ id: first.id, state: 'CANCELLED' });
  });

  it('do not start again when they died while being cancelled', async () => {
    const { id, dies } = await runs();
    await cancelRebuild(stand.pool, 'clubhouse');
    await dies();
    expect(await beginRebuild(stand.pool, id)).toBe(false);
    expect(await latest()).toMatchObject({ id, state: 'CANCELLED', endedAt: expect.any(String) });
  });
});
