/**
 * `npm test [jest arguments]`: gets the clone ready and runs the tests. Without arguments it runs everything: first the
 * suites of the packages, then those in browsers, then the others of e2e/, which kill and freeze whole
 * stacks. Chosen suites run one after the other as soon as one of e2e/ is among them.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { prepare, PRODUCT, ROOT, run } from './prepare.mjs';

const JEST = path.join('node_modules', 'jest', 'bin', 'jest.js');
const ENV = { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules`.trim() };

/** Of this run alone: another may be at work in the same clone. */
const RESULTS = path.join(ROOT, '.data', `test-${process.pid}`);
const NOT_E2E = ['/node_modules/', '/dist/', '<rootDir>/(libs|services|tools|web)/'];
/**
 * Half of the packages' time is spent waiting for processes, so three workers keep two processors busy. A worker that has
 * grown is replaced between suites, because modules of finished suites are never freed.
 *
 * @type {[name: string, options: string[]][]}
 */
const PARTS = [
  [
    'packages',
    [
      '--testPathIgnorePatterns',
      '/node_modules/',
      '/dist/',
      '<rootDir>/e2e/',
      '--maxWorkers=3',
      '--workerIdleMemoryLimit=1500MB',
    ],
  ],
  ['browser', ['--testPathIgnorePatterns', ...NOT_E2E, '<rootDir>/e2e/src/(?!browser/)', '--maxWorkers=2']],
  ['e2e', ['--testPathIgnorePatterns', ...NOT_E2E, '<rootDir>/e2e/src/browser/', '--maxWorkers=2']],
];

try {
  // Tests run the operators' commands as processes of their own.
  await prepare([...PRODUCT, 'services/ops'], { client: true });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
const args = process.argv.slice(2);
/** @type {typeof PARTS} */
const parts =
  args.length > 0
    ? [['chosen', chooseE2e(args) ? ['--runInBand', ...args] : args]]
    : // A failed test may leave something open, which must not keep the whole run from ending.
      PARTS.map(([name, options]) => [name, [...options, '--forceExit']]);
mkdirSync(RESULTS, { recursive: true });
const total = { passed: 0, failed: 0 };
let failed = false;
for (const [name, options] of parts) {
  const file = path.join(RESULTS, `${name}.json`);
  const code = await jest([...options, '--json', `--outputFile=${file}`]);
  failed ||= code !== 0;
  count(file);
}
rmSync(RESULTS, { recursive: true, force: true });
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = failed || total.failed > 0 ? 1 : 0;

function jest(options) {
  return run(process.execPath, [JEST, ...options], { env: ENV });
}

/** Whether suites of e2e/ are among the chosen ones. Jest knows best what its arguments choose. */
function chooseE2e(args) {
  const { stdout } = spawnSync(process.execPath, [JEST, '--listTests', ...args], {
    cwd: ROOT,
    env: ENV,
    encoding: 'utf8',
  });
  return stdout.split('\n').some((file) => file.startsWith(path.join(ROOT, 'e2e', path.sep)));
}

/** A suite that could not even be loaded has no failed test; it counts as one. */
function count(file) {
  try {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(file, 'utf8'));
    total.passed += numPassedTests;
    total.failed += numFailedTests + numRuntimeErrorTestSuites;
  } catch (error) {
    console.error(`No results of the tests: ${error.message}`);
    total.failed += 1;
  }
}
