import { readdirSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import type { RebuildJob } from '@fairmark/contract';
import { eventually } from '@fairmark/events/testing/eventually';
import { cancelRebuild, endRebuild, latestRebuild, requestRebuild } from '@fairmark/read-models';
import { fillLog } from '../testing/fill-log.js';
import { keptLog } from '../testing/kept-log.js';
import { runningRebuild } from '../testing/running-rebuild.js';
import { Stand } from '../testing/stand.js';
import { rebuildWork, type RebuildWorkOptions } from './rebuild-work.js';

describe('requested rebuilds, run by a projector', () => {
  const stand = Stand.forSuite();
  beforeEach(async () => {
    await fillLog(stand.store, { seed: 50, events: 100 });
  });

  const run = (options: Partial<RebuildWorkOptions> = {}) =>
    stand.work(rebuildWork(stand.pool, { ...stand.place, ...options }));
  const ask = () => requestRebuild(stand.pool, { projection: 'clubhouse', requestedBy: 'ann' });
  const reached = async (...states: RebuildJob['state'][]): Promise<RebuildJob | null> => {
    let job: RebuildJob | null = null;
    await eventually(async () => {
      job = await latestRebuild(stand.pool, 'clubhouse');
      return job !== null && states.includes(job.state);
    });
    return job;
  };

  it('run once, however many processes poll, in a thread of lower priority', async () => {
    for (let i = 0; i < 3; i += 1) run();
    const release = await hold(stand);
    const { job } = await ask();
    await reached('RUNNING');
    const low = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL);
    const priorities = readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)));
    expect(priorities).toContain(low);
    await release();
    expect(await reached('DONE', 'FAILED')).toMatchObject({ id: job.id, state: 'DONE', requestedBy: 'ann' });
    expect(await stand.differences()).toEqual([]);
  });

  it('finish even when their end cannot be recorded at once', async () => {
    await stand.sql('create sequence tries');
    await stand.sql(`create function refuse() returns trigger language plpgsql security definer as $$ begin
      if nextval('tries') = 1 then raise 'no space left'; end if; return new; end $$`);
    await stand.sql(`create trigger refuse before update on app.rebuild_jobs for each row
      when (new.state <> old.state and old.state = 'RUNNING') execute function refuse()`);
    run();
    await ask();
    expect(await reached('DONE', 'FAILED')).toMatchObject({ state: 'DONE' });
    expect(await stand.sql('select last_value::int from tries')).toEqual([{ last_value: 2 }]);
    await stand.sql('drop function refuse cascade; drop sequence tries');
  });

  it('stop when they are cancelled, and can be requested again', async () => {
    run();
    const release = await hold(stand);
    await ask();
    await reached('RUNNING');
    await cancelRebuild(stand.pool, 'clubhouse');
    await reportedAgain(stand);
    await release();
    expect(await reached('CANCELLED', 'DONE', 'FAILED')).toMatchObject({ state: 'CANCELLED' });
    await ask();
    expect(await reached('DONE', 'FAILED')).toMatchObject({ state: 'DONE' });
  });

  it('stop with the projector, and run in the next one, even when every job was lost', async () => {
    const runner = run();
    const release = await hold(stand);
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
    expect(await latestRebuild(stand.pool, 'clubhouse')).toMatchObject({ state: 'WAITING', message: null });
    await dies();
    expect(await reached('DONE', 'FAILED')).toMatchObject({ state: 'DONE' });
  });

  it('run in the next projector when one is killed while it runs them', async () => {
    const killed = stand.spawn();
    await stand.caughtUp();
    const release = await hold(stand);
    const { job } = await ask();
    await reached('RUNNING');
    await stand.kill(killed);
    await release();
    expect(await reached('WAITING')).toMatchObject({ id: job.id });
    stand.spawn();
    expect(await reached('DONE', 'FAILED', 'CANCELLED')).toMatchObject({ id: job.id, state: 'DONE' });
    expect(await stand.differences()).toEqual([]);
  });

  it.each([
    ['with an error', 'throw new Error("Worn out")', 'The rebuild stopped early: Worn out', 1],
    ['without an error', '', 'The rebuild stopped early', 0],
  ])('are recorded as failed when their thread exits %s', async (_, program, message, logged) => {
    const { logger, lines } = keptLog();
    run({ script: new URL(`data:text/javascript,${program}`), logger });
    const { job } = await ask();
    expect(await reached('FAILED', 'DONE')).toMatchObject({ state: 'FAILED', message });
    const isError = (line: string) => line.includes('"level":50') && line.includes('a rebuild failed');
    expect(lines.filter((line) => line.includes(job.id) && isError(line))).toHaveLength(logged);
  });
});

/** The log cannot be read until it is released. */
async function hold(stand: Stand): Promise<() => Promise<void>> {
  const client = await stand.pool.connect();
  await client.query('begin; lock table log.events in access exclusive mode');
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

/** Waits until the running rebuild has reported progress, and so has seen a request to cancel. */
async function reportedAgain(stand: Stand): Promise<void> {
  const row = async () =>
    (await stand.pool.query('select xmin from app.rebuild_jobs order by requested_at desc')).rows[0];
  const before = await row();
  await eventually(async () => (await row())?.xmin !== before?.xmin);
}
