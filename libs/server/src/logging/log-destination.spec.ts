import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync, closeSync } from 'node:fs';
import path from 'node:path';

const LOGGER = path.resolve('libs/server/dist/logging/logger.js');
const METRICS = path.resolve('libs/server/dist/metrics/metrics-server.js');
const LINES = 3_000;
/** Far more than fits into a pipe and the process's buffer. */
const WIDTH = 1_000;

/**
 * A process that logs, reports lost lines (its metric) and its longest turn of the event loop, and logs once more on
 * request.
 */
const PROGRAM = `
  import { once } from 'node:events';
  import { Registry } from 'prom-client';
  import { createLogger } from ${JSON.stringify(LOGGER)};
  import { serveMetrics } from ${JSON.stringify(METRICS)};
  const registry = new Registry();
  const metrics = await serveMetrics({ registry, host: '127.0.0.1', port: 0, missing: async () => [] });
  const logger = createLogger('test', 'info');
  let last = performance.now();
  let longest = 0;
  for (let line = 0; line < ${LINES}; line += 1) {
    logger.info({ line, text: 'x'.repeat(${WIDTH}) }, 'one of many');
    if (line % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }
  // What a pipe refused is known a moment later.
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  const lost = (await registry.metrics()).match(/^fairmark_log_lines_lost_total (\\d+)/m);
  await metrics.stop();
  process.send({ lost: Number(lost?.[1]), longest, memory: process.memoryUsage().rss });
  process.on('message', async () => {
    if (process.stdout.writableLength > 0) await once(process.stdout, 'drain');
    logger.info('afterwards');
    process.stdout.end(() => process.disconnect());
  });
`;

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function start(stdout: 'pipe' | number): ChildProcess {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    stdio: ['ignore', stdout, 'inherit', 'ipc'],
  });
  children.push(child);
  return child;
}
async function reportOf(child: ChildProcess) {
  const [message] = (await once(child, 'message')) as [{ lost: number; longest: number; memory: number }];
  return message;
}

test('a reader that stops does not block the process, and lost lines are reported when it reads again', async () => {
  const child = start('pipe');
  const { lost, longest, memory } = await reportOf(child);
  expect(lost).toBeGreaterThan(LINES / 2);
  expect(longest).toBeLessThan(5_000);
  expect(memory).toBeLessThan(200 * 2 ** 20);
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.send('again');
  await once(child, 'close');
  const lines = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string; lost?: number });
  expect(lines.filter(({ msg }) => msg === 'one of many')).toHaveLength(LINES - lost);
  const reports = lines.filter(({ msg }) => msg === 'log lines were lost');
  expect(reports.reduce((sum, report) => sum + (report.lost ?? 0), 0)).toBe(lost);
  expect(reports[0]).toMatchObject({ level: 40, name: 'test' });
  expect(lines.slice(-2).map(({ msg }) => msg)).toEqual(['log lines were lost', 'afterwards']);
});

test('lines logged right before a process ends are written', () => {
  const endings = ['', 'process.exit(3)', `logger.fatal('the last word'); process.kill(process.pid, 'SIGKILL')`];
  for (const end of endings) {
    const program = `
      import { createLogger } from ${JSON.stringify(LOGGER)};
      const logger = createLogger('test', 'info');
      for (let line = 0; line < 3; line += 1) logger.info('one of a few');
      ${end}`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
    expect(stdout.match(/one of a few/g)).toHaveLength(3);
  }
});

test('a closed pipe or a full disk only loses lines', async () => {
  const gone = start('pipe');
  gone.stdout?.destroy();
  expect((await reportOf(gone)).lost).toBeGreaterThan(0);
  const full = openSync('/dev/full', 'w');
  const { lost } = await reportOf(start(full));
  closeSync(full);
  expect(lost).toBe(LINES);
});
