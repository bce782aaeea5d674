const { pathToFileURL } = require('node:url');

/** Where the test framework keeps who listens to it. */
const HANDLERS = Symbol.for('EVENT_HANDLERS');
let runs = 0;

/**
 * Runs suites as Node runs any module: what `tsc` made of them, without a context of their own. Nest, TypeORM and the others
 * are then loaded once per worker instead of once per suite. Modules are shared by the suites of a worker, so no module may
 * keep state that a suite could see; native-environment.mjs restores the rest.
 *
 * Takes the place of `jest-runtime` and has what `jest-circus` calls.
 */
module.exports = class NativeRuntime {
  /** The test framework, anew for each suite: its tests and hooks are those of one. */
  requireInternalModule(file) {
    delete require.cache[require.resolve(file)];
    delete globalThis[HANDLERS];
    return require(file);
  }

  requireModule(file) {
    return require(file);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  /** `…/src/a.spec.ts` stands for `…/dist/a.spec.js`, which is at the same depth. Anew when a suite is run again. */
  unstable_importModule(file) {
    const compiled = pathToFileURL(file.replace(/([/\\])src([/\\].*)\.ts$/, '$1dist$2.js'));
    compiled.search = runs += 1;
    return import(compiled.href);
  }

  getSourceMaps() {
    return null;
  }

  getAllCoverageInfoCopy() {
    return undefined;
  }

  setGlobalsForRuntime() {}
  enterTestCode() {}
  leaveTestCode() {}
  teardown() {}
};
