/** `npm test [jest arguments]`: gets the clone ready and runs the tests, all of them without arguments. */
import path from 'node:path';
import { prepare, run, TESTED } from './prepare.mjs';

const JEST = path.join('node_modules', 'jest', 'bin', 'jest.js');
// For the client's suites: jest gives each a context of its own.
const env = { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules`.trim() };
/** Suites that run without what is built of the compiled code. */
const UNBUILT = /^(libs|web)\b/;

const args = process.argv.slice(2);
const paths = args.filter((arg) => !arg.startsWith('-'));
const built = paths.length === 0 || !paths.every((place) => UNBUILT.test(place));
try {
  await prepare(TESTED, { programs: built, client: built });
  process.exitCode = await run(process.execPath, [JEST, ...args], { env });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
