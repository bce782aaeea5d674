import { pauseAfter } from '../port/retry.js';
import { failureOf } from './connection.js';

describe('a failure of an EventStoreDB', () => {
  const metadata = { get: (key: string) => (key === 'exception' ? ['not-leader'] : []) };
  it.each([
    ['a follower that names the leader', { code: 5, metadata }, 'lost'],
    ['a raw error of gRPC', { code: 14 }, 'lost'],
    ['a deadline', { code: 4 }, 'lost'],
    ['an answer without a reason', { code: 0 }, 'lost'],
    ['more than the server accepts', { code: 3 }, 'refused'],
    ['a forbidden call', { code: 7 }, 'broken'],
    ['an unknown user', { code: 16 }, 'broken'],
    ['a bug of the client', new TypeError('undefined is not iterable'), 'lost'],
    ['nothing', undefined, 'lost'],
  ])('is classified: %s as %j means %s', (_, error, failure) => {
    expect(failureOf(error)).toBe(failure);
  });

  it('is followed by a pause that doubles up to two seconds, with jitter over its upper half', () => {
    const shortest = [0, 1, 2, 5, 6, 60].map((failures) => pauseAfter(failures, undefined, 0));
    expect(shortest).toEqual([25, 50, 100, 800, 1_000, 1_000]);
    expect(pauseAfter(60, undefined, 1)).toBe(2_000);
  });
});
