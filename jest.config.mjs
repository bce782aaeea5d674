/** One configuration for every suite: TypeScript through swc, packages of this repository from their sources. */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/libs', '<rootDir>/services', '<rootDir>/tools', '<rootDir>/e2e'],
  testMatch: ['**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
        },
        module: { type: 'es6' },
      },
    ],
  },
  moduleNameMapper: {
    '^@fairmark/(scoring|contract|events)$': '<rootDir>/libs/$1/src/index.ts',
    '^@fairmark/events/testing/(.*)$': '<rootDir>/libs/events/src/store/testing/$1.ts',
    '^@fairmark/projector/testing/(.*)$': '<rootDir>/services/projector/src/testing/$1.ts',
    '^@fairmark/(platform|projector)$': '<rootDir>/services/$1/src/index.ts',
    '^@fairmark/tools$': '<rootDir>/tools/src/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  globalSetup: '<rootDir>/tools/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/tools/jest/global-teardown.mjs',
  testTimeout: 30_000,
};
