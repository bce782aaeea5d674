import type { EventEmitter } from 'node:events';
import { placeOf, Waiting, WAITS_FOR } from './waiting.js';

test('an address is shown without user, password and settings', () => {
  expect(placeOf('esdb://kim:se%40cret@host:2113?tls=true&tlsCAFile=/x')).toBe('esdb://host:2113');
  expect(placeOf('esdb+discover://kim:hush@a:1,b:2')).toBe('esdb+discover://a:1,b:2');
  expect(placeOf('postgres://kim:a?b@c@host:5432/fairmark?password=hush')).toBe('postgres://host:5432/fairmark');
  expect(placeOf('postgres://host/fairmark')).toBe('postgres://host/fairmark');
});

describe('a wait', () => {
  const listeners: EventEmitter = process;
  let said: string[];
  const hear = (what: string) => void said.push(what);
  beforeEach(() => {
    said = [];
    jest.useFakeTimers();
    listeners.on(WAITS_FOR, hear);
  });
  afterEach(() => {
    listeners.off(WAITS_FOR, hear);
    jest.useRealTimers();
  });

  class Away extends Error {}
  const fails = (error: Error) => () => Promise.reject(error);
  const never = () => new Promise<never>(() => undefined);

  test('is said once after five seconds, and not for what was answered before', async () => {
    const waiting = new Waiting(() => 'the log');
    await waiting.on(async () => undefined);
    jest.advanceTimersByTime(6_000);
    expect(said).toEqual([]);
    void waiting.on(never);
    jest.advanceTimersByTime(4_900);
    expect(said).toEqual([]);
    jest.advanceTimersByTime(60_000);
    expect(said).toEqual(['the log']);
  });

  test('goes on through attempts that get no answer, ends with one, and may begin again', async () => {
    const waiting = new Waiting(
      () => 'the log',
      (error) => error instanceof Away,
    );
    const outage = async () => {
      for (let n = 0; n < 4; n += 1) {
        await expect(waiting.on(fails(new Away()))).rejects.toThrow(Away);
        jest.advanceTimersByTime(2_000);
      }
    };
    await outage();
    expect(said).toEqual(['the log']);
    await expect(waiting.on(fails(new RangeError()))).rejects.toThrow(RangeError);
    await outage();
    expect(said).toEqual(['the log', 'the log']);
  });
});
