import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/**
 * Gives suites the worker's own globals instead of a separate context (see native-runtime.cjs). Changed globals are
 * restored after each suite. Added ones stay: packages are loaded once and keep their registries there.
 */
export default class NativeEnvironment {
  global = globalThis;
  #globals = Object.getOwnPropertyDescriptors(globalThis);
  #env = { ...process.env };
  #exit = Object.getOwnPropertyDescriptor(process, 'exit');
  #exitCode = process.exitCode;
  #directory = process.cwd();
  #listeners = new Map(process.eventNames().map((event) => [event, process.rawListeners(event)]));

  constructor({ projectConfig: config }) {
    const global = globalThis;
    this.moduleMocker = new ModuleMocker(global);
    this.fakeTimersModern = new ModernFakeTimers({ config, global });
    global.jest = { ...bound(this.moduleMocker), ...bound(this.fakeTimersModern) };
  }

  async setup() {}

  async teardown() {
    this.moduleMocker.restoreAllMocks();
    this.fakeTimersModern.dispose();
    for (const name of Reflect.ownKeys(this.#globals)) restore(name, this.#globals[name]);
    for (const name of Object.keys(process.env)) if (!(name in this.#env)) delete process.env[name];
    Object.assign(process.env, this.#env);
    Object.defineProperty(process, 'exit', this.#exit);
    process.exitCode = this.#exitCode;
    process.chdir(this.#directory);
    for (const event of process.eventNames()) {
      // Packages register their exit listeners only once, when they are loaded.
      if (event === 'exit') continue;
      const before = this.#listeners.get(event) ?? [];
      for (const listener of process.rawListeners(event)) if (!before.includes(listener)) process.off(event, listener);
    }
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** Required by jest; there is no separate context. */
  getVmContext() {
    return null;
  }
}

/** The methods of an object, to be called without it. */
function bound(target) {
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(target));
  return Object.fromEntries(names.map((name) => [name, target[name].bind(target)]));
}

function restore(name, before) {
  const now = Object.getOwnPropertyDescriptor(globalThis, name);
  const same = now !== undefined && ['value', 'get', 'set'].every((part) => Object.is(now[part], before[part]));
  if (!same) Object.defineProperty(globalThis, name, before);
}
