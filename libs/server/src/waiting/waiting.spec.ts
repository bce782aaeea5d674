import type { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { eventually } from '@fairmark/events/testing/eventually';
import { announced, placeOf, signalWithin, WAITS_FOR } from './waiting.js';

test('an address is shown without user, password and settings', () => {
  expect(placeOf('esdb://kim:se%40cret@host:2113?tls=true&tlsCAFile=/x')).toBe('esdb://host:2113');
  expect(placeOf('esdb+discover://kim:hush@a:1,b:2')).toBe('esdb+discover://a:1,b:2');
  expect(placeOf('postgres://kim:a?b@c@host:5432/fairmark?password=hush')).toBe('postgres://host:5432/fairmark');
  expect(placeOf('postgres://host/fairmark')).toBe('postgres://host/fairmark');
});

describe('a wait', () => {
  const listeners: EventEmitter = process;
  let announcements: string[];
  const record = (what: string) => void announcements.push(what);
  beforeEach(() => {
    announcements = [];
    jest.useFakeTimers();
    listeners.on(WAITS_FOR, record);
  });
  afterEach(() => {
    listeners.off(WAITS_FOR, record);
    jest.useRealTimers();
  });

  test('is announced once after five seconds, but not after an answer or an error', async () => {
    await announced('the log', async () => undefined);
    await expect(announced('the log', () => Promise.reject(new RangeError()))).rejects.toThrow(RangeError);
    jest.advanceTimersByTime(6_000);
    expect(announcements).toEqual([]);
    void announced('the log', () => new Promise<never>(() => undefined));
    jest.advanceTimersByTime(4_900);
    expect(announcements).toEqual([]);
    jest.advanceTimersByTime(60_000);
    expect(announcements).toEqual(['the log']);
  });
});

test('a timeout beside another signal outlives garbage collection', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const aborted = jest.fn();
  signalWithin(new AbortController().signal, 100).addEventListener('abort', aborted);
  // What a turn of the event loop has created is only collected after it.
  await setImmediate();
  collect();
  await eventually(() => aborted.mock.calls.length > 0, 'the timeout', 5_000);
});
