import { createRequire } from 'node:module';
import NativeEnvironment from '../jest/native-environment.mjs';

const { mixinJestEnvironment } = createRequire(import.meta.url)('@stryker-mutator/jest-runner');

/** Modules stay loaded from one change to the next, so each run says which one holds. */
export default class MutationEnvironment extends mixinJestEnvironment(NativeEnvironment) {
  constructor(config, context) {
    super(config, context);
    globalThis.__stryker__.activeMutant = process.env.__STRYKER_ACTIVE_MUTANT__;
  }
}
