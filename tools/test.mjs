/** `npm test [jest arguments]`: makes the clone ready and runs the tests, all of them without arguments. */
import path from 'node:path';
import { prepare, run, TESTED } from './prepare.mjs';

const JEST = path.join('node_modules', 'jest', 'bin', 'jest.js');
// The client's suites are ES modules that jest runs in separate contexts.
const flags = `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules`.trim();
// For React's `act`, wherever NODE_ENV is production.
const env = { ...process.env, NODE_ENV: 'test', NODE_OPTIONS: flags };
/** Suites that need neither the bundled programs nor the built client. */
const UNBUILT = /^(libs\b|web\/src\/(?!shell\b))/;

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
