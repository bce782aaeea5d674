import { Stryker } from '@stryker-mutator/core';
import { prepare } from '../prepare.mjs';

/**
 * `npm run mutate [-- ROOM…]`: changes the rules one at a time and checks that a test of their room fails. Suites run as
 * compiled code in a copy below .data. The next run only tests what has changed. MUTATE_AT_ONCE: processes, 2 by default.
 */
const BREAK = 90;
const OUT = '.data/mutation';
/** Left out of the copy. */
const LEFT_OUT =
  `.* bench cli docker e2e services web tools/src libs/event-store libs/server libs/read-models dist`.split(' ');

/** The folders that are mutated; the suites in them have to fail. */
const ROOMS = {
  scoring: 'libs/scoring/src',
  match: 'libs/events/src/match',
  competition: 'libs/events/src/competition',
};

const asked = process.argv.slice(2);
const unknown = asked.filter((room) => !(room in ROOMS));
if (unknown.length > 0) {
  console.error(`Usage: npm run mutate [-- ROOM…], where ROOM is ${Object.keys(ROOMS).join(', ')}`);
  process.exit(2);
}
await prepare(['libs/events']);
for (const room of asked.length > 0 ? asked : Object.keys(ROOMS)) {
  process.env.MUTATED_FOLDER = ROOMS[room];
  console.log(`\n${room}: ${ROOMS[room]}`);
  await new Stryker(optionsFor(room)).runMutationTest();
}

function optionsFor(room) {
  return {
    mutate: [`${ROOMS[room]}/**/*.ts`, '!**/*.spec.ts'],
    ignorePatterns: LEFT_OUT,
    buildCommand: 'tsc -b libs/events',
    testRunner: 'jest',
    plugins: ['@stryker-mutator/jest-runner'],
    jest: { configFile: 'tools/mutation/jest.config.mjs', enableFindRelatedTests: false },
    coverageAnalysis: 'perTest',
    // Skip values computed when a module is loaded, as all runs share one load.
    ignoreStatic: true,
    concurrency: Number(process.env.MUTATE_AT_ONCE ?? 2),
    // Each run leaves something behind in its process, which makes the next one slower.
    maxTestRunnerReuse: 30,
    timeoutMS: 15_000,
    // The installed compiler has no API to read it with.
    tsconfigFile: 'none',
    tempDirName: `${OUT}/copies`,
    incremental: true,
    incrementalFile: `${OUT}/${room}.json`,
    htmlReporter: { fileName: `${OUT}/${room}.html` },
    reporters: ['progress', 'clear-text', 'html'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    thresholds: { high: BREAK, low: BREAK, break: BREAK },
  };
}
