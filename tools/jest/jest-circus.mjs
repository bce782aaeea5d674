import asyncHooks from 'node:async_hooks';
import circus from 'jest-circus/runner';

const { AsyncLocalStorage } = asyncHooks;
const storage = new AsyncLocalStorage();

function SharedStorage() {
  return storage;
}

/**
 * Runs a suite as Jest does, but what Jest loads again for each suite gets the same AsyncLocalStorage. Node 20 copies
 * the value of every storage ever made to each new promise: with one for each suite, a worker would become slower from
 * suite to suite.
 */
function runSuite(...given) {
  asyncHooks.AsyncLocalStorage = SharedStorage;
  try {
    // Loads that part before its first pause.
    return circus.default(...given);
  } finally {
    asyncHooks.AsyncLocalStorage = AsyncLocalStorage;
  }
}

// Later versions of Node copy nothing, and do not let it be replaced.
const isReplaceable = Object.getOwnPropertyDescriptor(asyncHooks, 'AsyncLocalStorage').writable;
export default isReplaceable ? runSuite : circus.default;
