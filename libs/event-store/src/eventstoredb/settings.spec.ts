import { pauseAfter } from '../port/retry.js';
import { failureOf } from './failure.js';
import { settingsOf } from './settings.js';

describe('settingsOf', () => {
  it('refuses what makes no sense', () => {
    const connectionString = 'esdb://db?tls=false';
    expect(() => settingsOf({ connectionString: 'esdb://u:sesame@db?tls=maybe' })).toThrow(
      new RangeError('The address of the EventStoreDB has an option tls that must be true or false'),
    );
    for (const bad of [
      { timeoutMs: 99 },
      { timeoutMs: Number.NaN },
      { silenceMs: 0 },
      { namespace: 'a b' },
      { streams: [] },
      { streams: [''] },
      { streams: ['$stats'] },
    ]) {
      expect(() => settingsOf({ connectionString, ...bad })).toThrow(RangeError);
    }
  });
});

describe('pauseAfter', () => {
  it('doubles up to two seconds, and is spread over the upper half', () => {
    expect([0, 1, 2, 5, 6, 60].map((failures) => pauseAfter(failures, undefined, 0))).toEqual([
      25, 50, 100, 800, 1_000, 1_000,
    ]);
    expect(pauseAfter(60, undefined, 1)).toBe(2_000);
  });
});

describe('failureOf', () => {
  const metadata = { get: (key: string) => (key === 'exception' ? ['not-leader'] : []) };
  it.each([
    ['a follower that names the leader', { code: 5, metadata }, 'lost'],
    ['a raw error of gRPC', { code: 14 }, 'lost'],
    ['a deadline', { code: 4 }, 'lost'],
    ['an answer that says nothing', { code: 0 }, 'lost'],
    ['more than the server takes', { code: 3 }, 'refused'],
    ['a forbidden call', { code: 7 }, 'broken'],
    ['an unknown user', { code: 16 }, 'broken'],
    ['a mistake of ours', new TypeError('undefined is not iterable'), 'lost'],
    ['nothing', undefined, 'lost'],
  ])('%s', (_, error, failure) => {
    expect(failureOf(error)).toBe(failure);
  });
});
