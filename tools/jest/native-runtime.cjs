const { pathToFileURL } = require('node:url');

/** Where the test framework keeps its event handlers. */
const HANDLERS = Symbol.for('EVENT_HANDLERS');
let runs = 0;

/**
 * Runs compiled suites as ordinary Node modules, without a separate context, so that Nest, TypeORM etc. are loaded
 * once per worker instead of once per suite. The suites of a worker share modules, so no module may keep state that a
 * suite could see; native-environment.mjs restores the rest.
 *
 * Replaces `jest-runtime`, with the methods that `jest-circus` calls.
 */
module.exports = class NativeRuntime {
  /** Loads a new test framework for each suite, as it holds the tests and hooks of only one. */
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

  /** Imports `…/dist/a.spec.js` for `…/src/a.spec.ts`, at the same depth. The query makes a rerun import it again. */
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
