import { createRequire } from 'node:module';
import NativeEnvironment from '../jest/native-environment.mjs';

const { mixinJestEnvironment } = createRequire(import.meta.url)('@stryker-mutator/jest-runner');

/** Modules stay loaded between mutants, so each run sets the active one. */
export default class MutationEnvironment extends mixinJestEnvironment(NativeEnvironment) {
  constructor(config, context) {
    super(config, context);
    globalThis.__stryker__.activeMutant = process.env.__STRYKER_ACTIVE_MUTANT__;
  }
}
