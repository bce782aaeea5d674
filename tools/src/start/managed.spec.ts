import type { SpawnOptions } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { testFolder } from '@fairmark/events/testing/folder';
import { LogFile } from './log-file.js';
import { ManagedProcess, type ProcessSpec } from './managed.js';
import { spawnProgram } from './programs.js';

const place = testFolder();
const all: ManagedProcess[] = [];
afterEach(async () => {
  for (const managed of all.splice(0)) await managed.stop(0);
});

/** Runs an idle process, checked twice as often as in the product. `until` waits for that many events. */
const run = (spec: Partial<ProcessSpec> = {}, code = '', options: SpawnOptions = {}) => {
  const script = place('idle.mjs');
  writeFileSync(script, `setInterval(() => undefined, 1_000); ${code}`);
  const happened: string[] = [];
  let notify = (): void => undefined;
  const note = (what: string) => {
    happened.push(what);
    notify();
  };
  const log = new LogFile(place(), 'idle');
  const program = { script, args: [], env: { PATH: process.env.PATH }, account: null, says: note };
  const managed = new ManagedProcess(
    { name: 'idle', log, spawn: () => spawnProgram(program, log, options), lookMs: 1_500, ...spec },
    { started: () => note('started'), died: (how) => note(`died ${how}`), frozen: () => note('frozen') },
  );
  all.push(managed);
  const until = (times: number) =>
    new Promise<void>((resolve) => {
      notify = () => happened.length >= times && resolve();
      notify();
    });
  return { managed, log, happened, until };
};

describe('a process that cannot be started', () => {
  const start = () => run({}, '', { cwd: place('nowhere') });

  it('counts as died, is started again, and can be stopped', async () => {
    const { managed, log, happened, until } = start();
    await until(2);
    await managed.stop(60_000);
    expect(happened).toEqual([expect.stringContaining('ENOENT'), expect.stringContaining('ENOENT')]);
    expect(readFileSync(log.file, 'utf8')).toContain('idle: spawn');
  });

  it('can be stopped before the failure is reported', async () => {
    let terminated = false;
    const onSignal = () => (terminated = true);
    process.once('SIGTERM', onSignal);
    const { managed, happened } = start();
    await managed.stop(60_000);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('SIGTERM', onSignal);
    expect({ happened, terminated }).toEqual({ happened: [], terminated: false });
  });
});

it('a process that dies is quoted with its own last lines only, not those of earlier runs', async () => {
  writeFileSync(place('idle.log'), 'output of an earlier start\n');
  const { managed, log, until } = run({}, `console.log('what is wrong now'); process.exit(3);`);
  await until(2);
  await managed.stop(60_000);
  const words = '  | what is wrong now\n  | idle: exit code 3';
  expect(log.tail()).toBe(words);
});

it('a log that has reached 10 MB is kept as the previous part, and begins again', () => {
  const file = place('idle.log');
  writeFileSync(file, 'x'.repeat(10_000_000));
  new LogFile(place(), 'idle').write('next');
  expect([statSync(`${file}.1`).size, readFileSync(file, 'utf8')]).toEqual([10_000_000, 'next\n']);
});

describe('a process that runs', () => {
  it('counts as started once it answers', async () => {
    const before: string[][] = [];
    const { happened, until } = run({ answers: async () => before.push([...happened]) > 2 });
    await until(1);
    expect([before.slice(0, 3), happened]).toEqual([[[], [], []], ['started']]);
  });

  it('is killed when it no longer answers, although it runs', async () => {
    let asked = 0;
    const { happened, until } = run({ answers: async () => (asked += 1) < 3 });
    await until(3);
    expect(happened.slice(0, 3)).toEqual(['started', 'frozen', 'died SIGKILL']);
    // Two answers, then five without one.
    expect(asked).toBeGreaterThanOrEqual(7);
  });

  it('is killed when it freezes right after reporting that it listens', async () => {
    const freezes = `process.send('listening', () => process.kill(process.pid, 'SIGSTOP'));`;
    const { happened, until } = run({ answers: async () => false }, freezes);
    await until(3);
    expect(happened.slice(0, 3)).toEqual(['started', 'frozen', 'died SIGKILL']);
  });

  it('keeps running when one of its threads starts, such as one that rebuilds tables', async () => {
    const thread = `new Worker(new URL('data:text/javascript,')).on('exit', () => process.send({ says: 'keeps running' }));`;
    const { happened, until } = run({}, `const { Worker } = await import('node:worker_threads'); ${thread}`);
    await until(1);
    expect(happened).toEqual(['keeps running']);
  });

  it('reports what it waits for', async () => {
    const { happened, until } = run({}, `process.emit('fairmark:waits-for', 'the log at esdb://host:2113');`);
    await until(2);
    expect(happened).toEqual(['waits for the log at esdb://host:2113 …', 'started']);
  });
});
