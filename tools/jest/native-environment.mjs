import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

const MOCKS = ['fn', 'spyOn', 'replaceProperty', 'isMockFunction', 'clearAllMocks', 'resetAllMocks', 'restoreAllMocks'];
const TIMERS = [
  'useFakeTimers',
  'useRealTimers',
  'advanceTimersByTime',
  'advanceTimersByTimeAsync',
  'runAllTimers',
  'setSystemTime',
  'getTimerCount',
];

/**
 * The worker's own globals, for suites that run without a context of their own (see native-runtime.cjs). What a suite
 * changes in them is put back after it. What it adds stays: packages are loaded once and keep their registries there.
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
    global.jest = { ...bound(this.moduleMocker, MOCKS), ...bound(this.fakeTimersModern, TIMERS) };
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
      // A package that tidies up at the end of the process registers itself once, when it is loaded.
      if (event === 'exit') continue;
      const before = this.#listeners.get(event) ?? [];
      for (const listener of process.rawListeners(event)) if (!before.includes(listener)) process.off(event, listener);
    }
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** Jest demands it; there is none. */
  getVmContext() {
    return null;
  }
}

function bound(target, names) {
  return Object.fromEntries(names.map((name) => [name, target[name].bind(target)]));
}

function restore(name, before) {
  const now = Object.getOwnPropertyDescriptor(globalThis, name);
  const same = now !== undefined && ['value', 'get', 'set'].every((part) => Object.is(now[part], before[part]));
  if (!same) Object.defineProperty(globalThis, name, before);
}
