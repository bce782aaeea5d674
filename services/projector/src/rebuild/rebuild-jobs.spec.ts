import {
  cancelRebuild,
  claimRebuild,
  endRebuild,
  JOB_SILENT_MS,
  latestRebuild,
  requestRebuild,
  startRebuild,
  tellRebuild,
  waitingRebuild,
  type JobProgress,
} from '@fairmark/read-models';
import { Stand } from '../testing/stand.js';

const ANN = { projection: 'clubhouse', requestedBy: 'ann' } as const;
const BEN = { projection: 'clubhouse', requestedBy: 'ben' } as const;
const HALF: JobProgress = { phase: 'READING', events: 50, total: 100, eventsPerSecond: 12.6, secondsLeft: 3.9 };

describe('rebuilds that were asked for', () => {
  let stand: Stand;
  beforeAll(async () => {
    stand = await Stand.make();
  });
  beforeEach(async () => {
    await stand.pool.query('truncate app.rebuild_jobs');
  });
  afterAll(() => stand.end());

  const silence = () =>
    stand.pool.query(`update app.rebuild_jobs set heard_at = clock_timestamp() - ($1 + 1) * interval '1 ms'`, [
      JOB_SILENT_MS,
    ]);

  it('wait until one process takes them, and tell how they go and how they ended', async () => {
    expect(await latestRebuild(stand.pool, 'clubhouse')).toBeNull();
    const { asked, job } = await requestRebuild(stand.pool, ANN);
    expect({ asked, job }).toMatchObject({ asked: true, job: { state: 'WAITING', phase: null, requestedBy: 'ann' } });
    expect(await waitingRebuild(stand.pool, 'clubhouse')).toEqual(job);
    const claims = await Promise.all([claimRebuild(stand.pool, job.id), claimRebuild(stand.pool, job.id)]);
    expect(claims.filter((claim) => claim !== null)).toMatchObject([{ state: 'RUNNING' }]);
    expect(await waitingRebuild(stand.pool, 'clubhouse')).toBeNull();
    expect(await tellRebuild(stand.pool, job.id, HALF)).toBe(true);
    expect(await tellRebuild(stand.pool, job.id, null)).toBe(true);
    expect(await latestRebuild(stand.pool, 'clubhouse')).toMatchObject({
      ...HALF,
      eventsPerSecond: 13,
      secondsLeft: 4,
    });
    await endRebuild(stand.pool, job.id, { state: 'DONE', message: 'All is well' });
    await endRebuild(stand.pool, job.id, { state: 'FAILED', message: 'Too late' });
    const done = await latestRebuild(stand.pool, 'clubhouse');
    expect(done).toMatchObject({ state: 'DONE', message: 'All is well', endedAt: expect.any(String) });
    expect(await tellRebuild(stand.pool, job.id, HALF)).toBe(false);
  });

  it('are one at a time, and the second to ask sees the first', async () => {
    const both = await Promise.all([requestRebuild(stand.pool, ANN), requestRebuild(stand.pool, BEN)]);
    expect(both.filter(({ asked }) => asked)).toHaveLength(1);
    expect(both[0].job.id).toBe(both[1].job.id);
    const begun = await startRebuild(stand.pool, BEN);
    expect(begun).toMatchObject({ started: true, job: { id: both[0].job.id, state: 'RUNNING' } });
    expect(await startRebuild(stand.pool, ANN)).toMatchObject({ started: false, job: { id: begun.job.id } });
    expect(await requestRebuild(stand.pool, ANN)).toMatchObject({ asked: false, job: { state: 'RUNNING' } });
  });

  it('are cancelled at once while they wait, and by whoever does them otherwise', async () => {
    await requestRebuild(stand.pool, ANN);
    expect(await cancelRebuild(stand.pool, 'clubhouse')).toMatchObject({
      state: 'CANCELLED',
      endedAt: expect.any(String),
    });
    expect(await cancelRebuild(stand.pool, 'clubhouse')).toBeNull();
    const { job } = await startRebuild(stand.pool, ANN);
    expect(await cancelRebuild(stand.pool, 'clubhouse')).toMatchObject({ state: 'RUNNING', endedAt: null });
    expect(await tellRebuild(stand.pool, job.id, HALF)).toBe(false);
    await endRebuild(stand.pool, job.id, { state: 'CANCELLED', message: null });
    expect(await latestRebuild(stand.pool, 'clubhouse')).toMatchObject({ state: 'CANCELLED' });
  });

  it('have died when nothing is heard of them, and make room for the next', async () => {
    const { job } = await startRebuild(stand.pool, ANN);
    await silence();
    expect(await latestRebuild(stand.pool, 'clubhouse')).toMatchObject({ id: job.id, state: 'DIED' });
    const next = await requestRebuild(stand.pool, BEN);
    expect(next).toMatchObject({ asked: true, job: { requestedBy: 'ben' } });
    expect(await tellRebuild(stand.pool, job.id, HALF)).toBe(false);
    await cancelRebuild(stand.pool, 'clubhouse');
    await startRebuild(stand.pool, ANN);
    await silence();
    expect(await cancelRebuild(stand.pool, 'clubhouse')).toMatchObject({ state: 'CANCELLED' });
  });
});
