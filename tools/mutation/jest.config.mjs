import path from 'node:path';
import { fileURLToPath } from 'node:url';
import config from '../../jest.config.mjs';

const [native] = config.projects;

/** The suites of one room, without the Postgres that other suites share. */
export default {
  ...native,
  rootDir: path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..'),
  roots: [`<rootDir>/${process.env.MUTATED_FOLDER}`],
  testEnvironment: fileURLToPath(new URL('environment.mjs', import.meta.url)),
  // Property tests detect a mutant only by chance, and take most of the time.
  testPathIgnorePatterns: [...native.testPathIgnorePatterns, '\\.property\\.spec\\.'],
  globalSetup: undefined,
  globalTeardown: undefined,
};
