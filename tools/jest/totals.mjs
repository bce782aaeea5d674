import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const SLOWEST = 10;

/**
 * Ends the output with the slowest suites, a line for each failed test, and the totals, which .ci/run reads: only the
 * end of a log may be kept.
 */
export default class Totals {
  onRunComplete(_, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults }) {
    console.log('\nThe slowest suites:');
    for (const { testFilePath, perfStats } of testResults.toSorted(byTime).slice(0, SLOWEST)) {
      const seconds = (perfStats.runtime / 1_000).toFixed(1).padStart(7);
      console.log(`${seconds} s  ${path.relative('.', testFilePath)}`);
    }
    for (const line of testResults.flatMap(failures)) console.log(line);
    // A suite that could not be loaded counts as one failure.
    console.log(`${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed`);
  }
}

const byTime = (one, other) => other.perfStats.runtime - one.perfStats.runtime;

function failures({ testFilePath, failureMessage, testResults }) {
  const suite = path.relative('.', testFilePath);
  const tests = testResults.filter(({ status }) => status === 'failed');
  if (failureMessage && tests.length === 0) return [`FAILED  ${suite}: ${start(failureMessage)}`];
  return tests.map((test) => `FAILED  ${suite} › ${test.fullName}: ${start(test.failureMessages.join(' '))}`);
}

/** One line of at most 600 characters, without the colours of a terminal. */
function start(message) {
  return stripVTControlCharacters(message).replace(/\s+/g, ' ').trim().slice(0, 600);
}
