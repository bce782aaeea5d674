import { backOffMs, settingsOf } from './settings.js';
import { failureOf } from './failure.js';

describe('settingsOf', () => {
  it('takes user and password from the connection string, for they go with every append', () => {
    const { credentials } = settingsOf({ connectionString: 'esdb+discover://api:s%40crt@db.example:2113' });
    expect(credentials).toEqual({ username: 'api', password: 's@crt' });
  });

  it('does without them where there is no TLS, and only there', () => {
    expect(settingsOf({ connectionString: 'esdb://db:2113?tls=false' }).credentials.username).toBe('nobody');
    for (const connectionString of [
      'esdb://db:2113',
      'esdb://db:2113?tls=true',
      'esdb://a,b:2113?keepAliveInterval=10000',
    ]) {
      expect(() => settingsOf({ connectionString })).toThrow(/must name user and password/);
    }
  });

  it('sees to it that the client throws when an append fails', () => {
    const asked = (connectionString: string): string => settingsOf({ connectionString }).connectionString;
    expect(asked('esdb://u:p@db')).toBe('esdb://u:p@db?throwOnAppendFailure=true');
    expect(asked('esdb://db?tls=false')).toBe('esdb://db?tls=false&throwOnAppendFailure=true');
  });

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

describe('backOffMs', () => {
  it('doubles up to two seconds, and is spread over the upper half', () => {
    expect([0, 1, 2, 5, 6, 60].map((failures) => backOffMs(failures, 0))).toEqual([25, 50, 100, 800, 1_000, 1_000]);
    expect(backOffMs(60, 1)).toBe(2_000);
  });
});

describe('failureOf', () => {
  it.each([
    ['an error with a type', { type: 'not-leader', code: 5 }, 'lost'],
    ['a type that says more than its code', { type: 'maximum-append-size-exceeded', code: 3 }, 'refused'],
    ['a raw error of gRPC, without a type', { code: 14 }, 'lost'],
    ['a deadline', { code: 4 }, 'lost'],
    ['a forbidden call', { type: 'access-denied', code: 7 }, 'broken'],
    ['an unknown user', { code: 16 }, 'broken'],
    ['a type that says nothing', { type: 'unknown', code: 3 }, 'refused'],
    ['a mistake of the client', new TypeError('undefined is not iterable'), 'lost'],
    ['nothing', undefined, 'lost'],
  ])('%s', (_, error, failure) => {
    expect(failureOf(error)).toBe(failure);
  });
});
