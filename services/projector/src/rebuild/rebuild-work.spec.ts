import { readdirSync, readFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import path from 'node:path';
import type { RebuildJob } from '@fairmark/contract';
import { eventually } from '@fairmark/events/testing/eventually';
import { cancelRebuild, endRebuild, latestRebuild, requestRebuild } from '@fairmark/read-models';
import { createLogger } from '@fairmark/server';
import { fillLog } from '../testing/fill-log.js';
import { runningRebuild } from '../testing/running-rebuild.js';
import { Stand } from '../testing/stand.js';
import { startWork, type RunningWork } from '../jobs/start-work.js';
import { rebuildWork, type RebuildWorkOptions } from './rebuild-work.js';

const SCRIPT = path.resolve('services/projector/dist/rebuild/rebuild.main.js');

describe('rebuilds that a projector does for others', () => {
  let stand: Stand;
  const runners: RunningWork[] = [];
  beforeAll(async () => {
    stand = await Stand.make();
  });
  beforeEach(async () => {
    await fillLog(stand.store, { seed: 50, events: 400 });
  });
  afterEach(async () => {
    await Promise.all(runners.splice(0).map((runner) => runner.stop()));
    await stand.clear();
  });
  afterAll(() => stand.end());

  const run = (options: Partial<RebuildWorkOptions> = {}): RunningWork => {
    const place = { databaseUrl: stand.url, logger: createLogger('test', 'silent') };
    const work = rebuildWork(stand.pool, { ...place, script: SCRIPT, ...options });
    const runner = startWork({ ...work, everyMs: 20 }, place);
    runners.push(runner);
    return runner;
  };
  const ask = () => requestRebuild(stand.pool, { projection: 'clubhouse', requestedBy: 'ann' });
  const reached = async (...states: RebuildJob['state'][]): Promise<RebuildJob | null> => {
    let job: RebuildJob | null = null;
    await eventually(async () => {
      job = await latestRebuild(stand.pool, 'clubhouse');
      return job !== null && states.includes(job.state);
    });
    return job;
  };

  it('are done once, however many look for them, by a process of a lower priority', async () => {
    for (let i = 0; i < 3; i += 1) run();
    const { job } = await ask();
    let pids: number[] = [];
    await eventually(() => (pids = children()).length > 0);
    expect(pids).toHaveLength(1);
    const low = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL);
    await eventually(() => getPriority(pids[0]) === low);
    expect(await reached('DONE', 'FAILED')).toMatchObject({ id: job.id, state: 'DONE', requestedBy: 'ann' });
    expect(await stand.differences()).toEqual([]);
    await eventually(() => children().length === 0);
  });

  it('stop when that is asked for, and can be asked for again', async () => {
    run();
    const release = await hold(stand);
    await ask();
    await reached('RUNNING');
    await cancelRebuild(stand.pool, 'clubhouse');
    await heardAgain(stand);
    await release();
    expect(await reached('CANCELLED', 'DONE', 'FAILED')).toMatchObject({ state: 'CANCELLED' });
    await ask();
    expect(await reached('DONE', 'FAILED')).toMatchObject({ state: 'DONE' });
  });

  it('end with the projector, and are done by the next one, also when every job was lost meanwhile', async () => {
    const runner = run();
    const release = await hold(stand);
    const { job } = await ask();
    await reached('RUNNING');
    await runner.stop();
    expect(children()).toEqual([]);
    await release();
    expect(await reached('WAITING')).toMatchObject({ id: job.id });
    await stand.pool.query('delete from jobs.job');
    await stand.pool.query(`update app.rebuild_jobs set heard_at = heard_at - interval '1 minute'`);
    run();
    expect(await reached('DONE', 'FAILED', 'CANCELLED')).toMatchObject({ id: job.id, state: 'DONE' });
  });

  it('wait for a rebuild or a verification that runs elsewhere', async () => {
    const { id, dies } = await runningRebuild(stand.pool, 'ann');
    await endRebuild(stand.pool, id, { state: 'CANCELLED', message: null });
    const runner = run();
    await ask();
    await eventually(async () => (await runner.counts())?.delayed === 1);
    expect(await latestRebuild(stand.pool, 'clubhouse')).toMatchObject({ state: 'WAITING', message: null });
    await dies();
    expect(await reached('DONE', 'FAILED')).toMatchObject({ state: 'DONE' });
  });

  it('are said to have failed when their process is killed', async () => {
    run();
    const release = await hold(stand);
    await ask();
    await eventually(() => children().length > 0);
    for (const pid of children()) process.kill(pid, 'SIGKILL');
    expect(await reached('FAILED', 'DONE')).toMatchObject({ message: 'Its process ended early (SIGKILL)' });
    await release();
  });

  it('are said to have failed, and can be asked for again, when their process is frozen', async () => {
    const runner = run({ frozenAfterMs: 1_000 });
    const release = await hold(stand);
    await ask();
    await eventually(() => children().length > 0);
    for (const pid of children()) process.kill(pid, 'SIGSTOP');
    expect(await reached('FAILED', 'DONE')).toMatchObject({ message: 'Its process was frozen' });
    expect(children()).toEqual([]);
    await release();
    await runner.stop();
    run();
    await ask();
    expect(await reached('DONE')).toMatchObject({ state: 'DONE' });
  });

  it('are said to have failed when their process ends without a word', async () => {
    run({ script: path.resolve('services/projector/dist/index.js') });
    await ask();
    expect(await reached('FAILED')).toMatchObject({ message: 'Its process ended early (0)' });
  });
});

/** Nobody reads the log until it is released. */
async function hold(stand: Stand): Promise<() => Promise<void>> {
  const client = await stand.pool.connect();
  await client.query('begin; lock table log.events in access exclusive mode');
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

/** Until the rebuild that runs has given a sign of life, and so has heard what was asked of it. */
async function heardAgain(stand: Stand): Promise<void> {
  const { rows } = await stand.pool.query<{ now: Date }>('select clock_timestamp() as now');
  await eventually(async () => {
    const { rowCount } = await stand.pool.query(
      `select from app.rebuild_jobs where state = 'RUNNING' and heard_at > $1`,
      [rows[0]?.now],
    );
    return rowCount === 1;
  });
}

/** Processes of rebuilds that this one has started. */
function children(): number[] {
  const tasks = readdirSync('/proc/self/task');
  const pids = tasks.flatMap((task) => {
    return readFileSync(`/proc/self/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  });
  return pids.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('rebuild.main.js');
    } catch {
      return false;
    }
  });
}
