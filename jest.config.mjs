/** Other packages of this repository from their sources, for suites of the client and for finding what a change concerns. */
const FROM_SOURCES = {
  '^@fairmark/(scoring|contract|events|event-store|server|read-models)$': '<rootDir>/libs/$1/src/index.ts',
  '^@fairmark/(events|event-store)/testing/(.*)$': '<rootDir>/libs/$1/src/testing/$2.ts',
  '^@fairmark/server/(.*)$': '<rootDir>/libs/server/src/$1.ts',
  '^@fairmark/projector/testing/(.*)$': '<rootDir>/services/projector/src/testing/$1.ts',
  '^@fairmark/projector$': '<rootDir>/services/projector/src/index.ts',
  '^@fairmark/api/(.*)$': '<rootDir>/services/api/src/$1.ts',
  '^@fairmark/tools$': '<rootDir>/tools/src/index.ts',
  // One file instead of the two thousand that its modules are, one for each icon.
  '^lucide-react$': '<rootDir>/node_modules/lucide-react/dist/cjs/lucide-react.js',
  '\\.css$': '<rootDir>/web/testing/no-style.mjs',
  '^(\\.{1,2}/.*)\\.js$': '$1',
};

const EVERYWHERE = {
  testMatch: ['**/*.spec.ts', '**/*.spec.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: FROM_SOURCES,
  testRunner: '<rootDir>/tools/jest/jest-circus.mjs',
  globalSetup: '<rootDir>/tools/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/tools/jest/global-teardown.mjs',
};

/** Suites that run in Node, as tsc compiled them. */
const NATIVE = {
  ...EVERYWHERE,
  roots: ['<rootDir>/libs', '<rootDir>/services', '<rootDir>/cli', '<rootDir>/tools', '<rootDir>/e2e'],
  runtime: '<rootDir>/tools/jest/native-runtime.cjs',
  testEnvironment: '<rootDir>/tools/jest/native-environment.mjs',
  transform: {},
};

const swc = ({ tsx }) => [
  '@swc/jest',
  {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx },
      transform: { react: { runtime: 'automatic', importSource: '@emotion/react' } },
    },
    module: { type: 'es6' },
  },
];

/** The client's, for which Vite compiles and tsc only checks: through swc, many of them in a page of their own. */
const CLIENT = {
  ...EVERYWHERE,
  // With what the client imports, or --onlyChanged would not find the suites that a change there concerns.
  roots: ['<rootDir>/web', '<rootDir>/libs'],
  testMatch: ['<rootDir>/web/**/*.spec.ts', '<rootDir>/web/**/*.spec.tsx'],
  testEnvironment: 'node',
  transform: { '^.+\\.ts$': swc({ tsx: false }), '^.+\\.tsx$': swc({ tsx: true }) },
  setupFilesAfterEnv: ['<rootDir>/web/testing/patience.mjs'],
};

export default {
  projects: [NATIVE, CLIENT],
  reporters: ['default', '<rootDir>/tools/jest/totals.mjs'],
  // More than half of the time is spent waiting for processes.
  maxWorkers: 4,
  // Replaced between suites, because modules of finished suites of the client are never freed.
  workerIdleMemoryLimit: '1500MB',
  // A failed test may leave something open.
  forceExit: true,
  testSequencer: '<rootDir>/tools/jest/longest-first.mjs',
  // Longer than what tests wait for themselves, on a busy machine too: they say what did not come.
  testTimeout: 240_000,
};
