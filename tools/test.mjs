/**
 * `npm test [jest arguments]`: gets the clone ready and runs the tests, all of them without arguments.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { prepare, ROOT, run, TESTED } from './prepare.mjs';

const JEST = path.join('node_modules', 'jest', 'bin', 'jest.js');
// For the client's suites: jest gives each a context of its own.
const ENV = { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules`.trim() };

/**
 * Half of the time is spent waiting for processes, so three workers keep two processors busy. A worker that has grown is
 * replaced between suites, because modules of finished suites of the client are never freed. A failed test may leave something
 * open, which must not keep the run from ending.
 */
const OPTIONS = ['--maxWorkers=3', '--workerIdleMemoryLimit=1500MB', '--forceExit'];
const SLOWEST = 10;
/** Their suites run without the built client. */
const WITHOUT_CLIENT = [path.join('libs', path.sep), path.join('web', path.sep)];

const results = path.join(ROOT, '.data', `test-${process.pid}.json`);
try {
  process.exitCode = await test(process.argv.slice(2));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(results, { force: true });
}

async function test(args) {
  await prepare(TESTED);
  const suites = suitesOf(args);
  if (suites.length === 0) {
    console.log('No suite is chosen.');
    return args.includes('--onlyChanged') ? 0 : 1;
  }
  if (!suites.every((suite) => WITHOUT_CLIENT.some((folder) => suite.startsWith(folder)))) {
    await prepare(TESTED, { client: true });
  }
  mkdirSync(path.dirname(results), { recursive: true });
  const command = [JEST, ...OPTIONS, ...args, '--json', `--outputFile=${results}`];
  const code = await run(process.execPath, command, { env: ENV });
  const failed = report(JSON.parse(readFileSync(results, 'utf8')));
  return code !== 0 || failed > 0 ? 1 : 0;
}

/** The suites that jest arguments choose, relative to this clone. Jest knows best. */
function suitesOf(args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [JEST, '--listTests', ...args], {
    cwd: ROOT,
    env: ENV,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    timeout: 60_000,
  });
  if (status !== 0) throw new Error(`The tests could not be listed: ${stderr}`);
  const files = stdout.split('\n').filter((line) => path.isAbsolute(line));
  return files.map((file) => path.relative(ROOT, file));
}

/** Says how it went and what took longest; the number of failures. A suite that could not even be loaded counts as one. */
function report({ numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults }) {
  const times = testResults.map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1_000 }));
  const slowest = times.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
  console.log('\nThe slowest suites:');
  for (const { name, seconds } of slowest) {
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${path.relative(ROOT, name)}`);
  }
  const failed = numFailedTests + numRuntimeErrorTestSuites;
  console.log(`${numPassedTests} passed, ${failed} failed`);
  return failed;
}
