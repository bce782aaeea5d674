const swc = ({ tsx }) => [
  '@swc/jest',
  {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true, tsx },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        react: { runtime: 'automatic', importSource: '@emotion/react' },
      },
    },
    module: { type: 'es6' },
  },
];

/** One configuration for every suite: TypeScript through swc, packages of this repository from their sources. */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/libs', '<rootDir>/services', '<rootDir>/tools', '<rootDir>/e2e', '<rootDir>/web'],
  testMatch: ['**/*.spec.ts', '**/*.spec.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '^.+\\.ts$': swc({ tsx: false }), '^.+\\.tsx$': swc({ tsx: true }) },
  moduleNameMapper: {
    '^@fairmark/(scoring|contract|events)$': '<rootDir>/libs/$1/src/index.ts',
    '^@fairmark/events/testing/(.*)$': '<rootDir>/libs/events/src/store/testing/$1.ts',
    '^@fairmark/projector/testing/(.*)$': '<rootDir>/services/projector/src/testing/$1.ts',
    '^@fairmark/(platform|projector)$': '<rootDir>/services/$1/src/index.ts',
    '^@fairmark/tools$': '<rootDir>/tools/src/index.ts',
    // One file instead of the two thousand that its modules are, one for each icon.
    '^lucide-react$': '<rootDir>/node_modules/lucide-react/dist/cjs/lucide-react.js',
    '\\.css$': '<rootDir>/web/testing/no-style.mjs',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  setupFilesAfterEnv: ['<rootDir>/web/testing/patience.mjs'],
  globalSetup: '<rootDir>/tools/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/tools/jest/global-teardown.mjs',
  // Longer than what tests wait for themselves, on a busy machine too: they say what did not come.
  testTimeout: 240_000,
};
