/** `npm test [jest arguments]`: gets the clone ready and runs the tests, all of them without arguments. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { prepare, ROOT, run, TESTED } from './prepare.mjs';

const JEST = path.join('node_modules', 'jest', 'bin', 'jest.js');
// For the client's suites: jest gives each a context of its own.
const ENV = { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules`.trim() };

/**
 * More than half of the time is spent waiting for processes, so five workers keep two processors busy. A worker that has grown is
 * replaced between suites, because modules of finished suites of the client are never freed. A failed test may leave something
 * open, which must not keep the run from ending.
 */
const OPTIONS = ['--maxWorkers=5', '--workerIdleMemoryLimit=1500MB', '--forceExit'];
const SLOWEST = 10;
/** Suites that run without what is built of the compiled code. */
const UNBUILT = /^(libs|web)\b/;

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
  const paths = args.filter((arg) => !arg.startsWith('-'));
  const built = paths.length === 0 || !paths.every((place) => UNBUILT.test(place));
  await prepare(TESTED, { programs: built, client: built });
  mkdirSync(path.dirname(results), { recursive: true });
  const command = [JEST, ...OPTIONS, ...args, '--json', `--outputFile=${results}`];
  const code = await run(process.execPath, command, { env: ENV });
  // Where no suite is chosen, jest has said so.
  if (!existsSync(results)) return code;
  const failed = report(JSON.parse(readFileSync(results, 'utf8')));
  return code !== 0 || failed > 0 ? 1 : 0;
}

/** Says how it went and what took longest; the number of failures. A suite that could not even be loaded counts as one. */
function report({ numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults }) {
  const times = testResults.map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1_000 }));
  const slowest = times.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
  console.log('\nThe slowest suites:');
  for (const { name, seconds } of slowest) {
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${path.relative(ROOT, name)}`);
  }
  for (const line of testResults.flatMap(failures)) console.log(line);
  const failed = numFailedTests + numRuntimeErrorTestSuites;
  console.log(`${numPassedTests} passed, ${failed} failed`);
  return failed;
}

/** A line for each failed test of a suite, with the start of its message, because a log may be cut to its end. */
function failures({ name, status, message, assertionResults }) {
  const suite = path.relative(ROOT, name);
  const tests = assertionResults.filter((test) => test.status === 'failed');
  if (status === 'failed' && tests.length === 0) return [`FAILED  ${suite}: ${start(message)}`];
  return tests.map((test) => `FAILED  ${suite} › ${test.fullName}: ${start(test.failureMessages.join(' '))}`);
}

/** One line of at most 600 characters, without the colours of a terminal. */
function start(message) {
  return stripVTControlCharacters(message).replace(/\s+/g, ' ').trim().slice(0, 600);
}
