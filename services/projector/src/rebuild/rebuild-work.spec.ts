import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { MESSAGES, type RebuildJob } from '@fairmark/contract';
import { eventually } from '@fairmark/events/testing/eventually';
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
import { fillLog } from '../testing/fill-log.js';
import { keptLog } from '../testing/kept-log.js';
import { runningRebuild } from '../testing/running-rebuild.js';
import { Stand } from '../testing/stand.js';
import { rebuildNow } from './rebuild-clubhouse.js';
import { rebuildWork, type RebuildWorkOptions } from './rebuild-work.js';

const stand = Stand.forSuite();
const ANN = { projection: 'clubhouse', requestedBy: 'ann' } as const;
const BEN = { projection: 'clubhouse', requestedBy: 'ben' } as const;
const HALF: JobProgress = { phase: 'READING', events: 50, total: 100, eventsPerSecond: 12.6, secondsLeft: 3.9 };
const latest = () => latestRebuild(stand.pool, 'clubhouse');
const cancel = () => cancelRebuild(stand.pool, 'clubhouse');

describe('requested rebuilds', () => {
  /** A rebuild that runs until it dies or the test ends. */
  const runs = async () => {
    const rebuild = await runningRebuild(stand.pool, 'ann');
    stand.keep({ stop: rebuild.dies });
    return rebuild;
  };

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
    expect(await cancel()).toMatchObject({
      state: 'CANCELLED',
      endedAt: expect.any(String),
    });
    expect(await cancel()).toBeNull();
    const { id } = await runs();
    expect(await cancel()).toMatchObject({ id, state: 'RUNNING', endedAt: null });
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
    expect(await cancel()).toMatchObject({ id: first.id, state: 'CANCELLED' });
  });

  it('do not start again when they died while being cancelled', async () => {
    const { id, dies } = await runs();
    await cancel();
    await dies();
    expect(await beginRebuild(stand.pool, id)).toBe(false);
    expect(await latest()).toMatchObject({ id, state: 'CANCELLED', endedAt: expect.any(String) });
  });
});

describe('requested rebuilds, run by a projector', () => {
  beforeEach(async () => {
    await fillLog(stand.store, { seed: 50, events: 100 });
  });

  const run = (options: Partial<RebuildWorkOptions> = {}) =>
    stand.work(rebuildWork(stand.pool, { ...stand.place, ...options }));
  const ask = () => requestRebuild(stand.pool, ANN);
  const reached = async (...states: RebuildJob['state'][]): Promise<RebuildJob | null> => {
    let job: RebuildJob | null = null;
    await eventually(async () => {
      job = await latest();
      return job !== null && states.includes(job.state);
    });
    return job;
  };

  it('run once, however many processes poll, in a thread of lower priority', async () => {
    for (let i = 0; i < 3; i += 1) run();
    const release = await hold();
    const { job } = await ask();
    await reached('RUNNING');
    const low = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL);
    const priorities = readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)));
    expect(priorities).toContain(low);
    await release();
    expect(await reached('DONE', 'FAILED')).toMatchObject({ id: job.id, state: 'DONE', requestedBy: 'ann' });
    expect(await stand.differences()).toEqual([]);
  });

  it('stop when they are cancelled, and can be requested again', async () => {
    run();
    const release = await hold();
    await ask();
    await reached('RUNNING');
    await cancel();
    await reportedAgain();
    await release();
    expect(await reached('CANCELLED', 'DONE', 'FAILED')).toMatchObject({ state: 'CANCELLED' });
    await ask();
    expect(await reached('DONE', 'FAILED')).toMatchObject({ state: 'DONE' });
  });

  it('stop with the projector, and run in the next one, even when every job was lost', async () => {
    const runner = run();
    const release = await hold();
    const { job } = await ask();
    await reached('RUNNING');
    await runner.stop();
    await eventually(async () => (await stand.sessions('fairmark rebuild')) === 0);
    await release();
    expect(await reached('WAITING')).toMatchObject({ id: job.id });
    await stand.pool.query('delete from jobs.job');
    run();
    expect(await reached('DONE', 'FAILED', 'CANCELLED')).toMatchObject({ id: job.id, state: 'DONE' });
  });

  it('wait for a rebuild or verification that runs elsewhere', async () => {
    const { id, dies } = await runningRebuild(stand.pool, 'ann');
    await endRebuild(stand.pool, id, { state: 'CANCELLED', message: null });
    const runner = run();
    await ask();
    await eventually(async () => (await runner.counts())?.delayed === 1);
    expect(await latest()).toMatchObject({ state: 'WAITING', message: null });
    await dies();
    expect(await reached('DONE', 'FAILED')).toMatchObject({ state: 'DONE' });
  });

  it.each([
    ['with an error', 'throw new Error("Worn out")', 'The rebuild stopped early: Worn out', 1],
    [
      'without an error',
      '',
      'The rebuild ended, but its result could not be recorded: read the log of the projector',
      0,
    ],
  ])('are recorded as failed when their thread exits %s', async (_, program, message, logged) => {
    const { logger, lines } = keptLog();
    run({ script: new URL(`data:text/javascript,${program}`), logger });
    const { job } = await ask();
    expect(await reached('FAILED', 'DONE')).toMatchObject({ state: 'FAILED', message });
    const isError = (line: string) => line.includes('"level":50') && line.includes('a rebuild failed');
    expect(lines.filter((line) => line.includes(job.id) && isError(line))).toHaveLength(logged);
  });
});

it('logs how a rebuild ended if its row cannot say it', async () => {
  await stand.pool.query(`alter table app.rebuild_jobs add constraint spoilt check (state <> 'DONE')`);
  const { logger, lines } = keptLog();
  try {
    await rebuildNow({ ...stand.place, logger }, ANN);
  } finally {
    await stand.pool.query('alter table app.rebuild_jobs drop constraint spoilt');
  }
  expect(lines.at(-1)).toMatch(/"state":"DONE","message":"Rebuilt from .*the end of the rebuild could not be recorded/);
});

/** The log cannot be read until it is released. */
async function hold(): Promise<() => Promise<void>> {
  const client = await stand.pool.connect();
  await client.query('begin; lock table log.events in access exclusive mode');
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

/** Waits until the running rebuild has reported progress, and so has seen a request to cancel. */
async function reportedAgain(): Promise<void> {
  const row = async () =>
    (await stand.pool.query('select xmin from app.rebuild_jobs order by requested_at desc')).rows[0];
  const before = await row();
  await eventually(async () => (await row())?.xmin !== before?.xmin);
}
