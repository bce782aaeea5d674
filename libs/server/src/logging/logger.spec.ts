import { createLogger } from './logger.js';
import { onceAMinute } from './once-a-minute.js';

describe('the log', () => {
  let lines: string[];
  const logger = createLogger('test', 'debug', { write: (line: string) => void lines.push(line) });
  const logged = () => lines.map((line): Record<string, unknown> => JSON.parse(line));
  beforeEach(() => {
    lines = [];
  });

  it.each([
    ['at the top', { token: 'hidden' }],
    ['deeply nested', { a: { b: { c: { password: 'hidden' } } } }],
    ['in a list', { list: [{ user: { email: 'hidden' } }] }],
    ['in other spellings', { headers: { Authorization: 'hidden', 'Set-Cookie': ['hidden'], link_token: 'hidden' } }],
    ['returned by toJSON', { user: { toJSON: () => ({ email: 'hidden' }) } }],
    ['in an error under another key', { job: { failure: Object.assign(new Error('x'), { detail: 'hidden' }) } }],
  ])('removes the values of sensitive fields %s, and does not change the object', (_where, given) => {
    const before = JSON.stringify(given);
    logger.info({ ...given, id: 'shown' }, 'done');
    expect(lines.join()).not.toContain('hidden');
    expect(logged()).toMatchObject([{ name: 'test', id: 'shown', msg: 'done' }]);
    expect(JSON.stringify(given)).toBe(before);
  });

  it('writes all other fields unchanged', () => {
    const shared = { n: 1 };
    const fields = { one: shared, two: shared, list: [1, 'x', null, [true]], none: null };
    logger.info({ ...fields, at: new Date('2026-01-02T03:04:05Z'), gone: undefined }, 'done');
    expect(logged()).toMatchObject([{ ...fields, at: '2026-01-02T03:04:05.000Z' }]);
  });

  it('accepts circular and very deep objects', () => {
    const round: Record<string, unknown> = { token: 'hidden' };
    round.self = { list: [round] };
    let deep: Record<string, unknown> = { password: 'hidden' };
    for (let at = 0; at < 10_000; at += 1) deep = { deep };
    const err = new Error('its own cause');
    err.cause = err;
    logger.info(round, 'round');
    logger.info({ round, err }, 'round');
    logger.info(deep, 'deep');
    expect(logged().map(({ msg }) => msg)).toEqual(['round', 'round', 'deep']);
    expect(lines.join()).not.toContain('hidden');
  });

  it('keeps type, code and stack of an error, not its data', () => {
    const error = Object.assign(new Error('duplicate key for kim@golfers.test at postgres://me:hidden-1@db/x'), {
      code: '23505',
      constraint: 'users_email',
      detail: 'Key (lower(email))=(hidden-2) already exists',
      parameters: ['hidden-3'],
      query: "insert into app.users values ('hidden-4')",
      cause: new Error('GET /verify-email?token=hidden-5 said Bearer eyJhbGciOiJI.eyJzdWIi.c2ln'),
    });
    logger.error({ err: error }, 'failed');
    const cause = { message: 'GET /verify-email?token=[redacted] said Bearer [redacted]' };
    const stack = expect.stringContaining('logger.spec');
    expect(logged()).toMatchObject([
      { err: { type: 'Error', code: '23505', constraint: 'users_email', stack, cause } },
    ]);
    expect(lines.join()).not.toMatch(/hidden|kim@|golfers\.test|eyJ/);
  });

  it('keeps module paths readable', () => {
    const frame = 'at f (/app/node_modules/@nestjs/core/router.js:1:2)';
    logger.error({ err: Object.assign(new Error('x'), { stack: `Error: x\n    ${frame}` }) }, 'failed');
    expect(lines.join()).toContain(frame);
  });

  it('takes no longer than the message is long', () => {
    // With each character tried as the start of an address, this would take minutes.
    logger.error({ err: new Error(`${'x'.repeat(300_000)} kim@golfers.test`) }, 'failed');
    expect(lines.join()).toContain('x [redacted]');
  });

  it('accepts thrown values that are not errors', () => {
    const thrown = ['kim@golfers.test', undefined, null, 5, { password: 'hidden' }, { message: 'odd', name: 'Odd' }];
    for (const err of thrown) logger.error({ err }, 'failed');
    expect(lines).toHaveLength(6);
    expect(lines.join()).not.toMatch(/kim@|hidden/);
    expect(lines.join()).toContain('odd');
  });
});

it('an error that repeats is reported once a minute, independently of other errors', () => {
  jest.useFakeTimers();
  try {
    const reported: string[] = [];
    const onError = onceAMinute((error) => reported.push(String(error)));
    for (const words of ['away', 'away', 'refused', 'away']) onError(new Error(words));
    jest.advanceTimersByTime(60_000);
    onError(new Error('away'));
    expect(reported).toEqual(['Error: away', 'Error: refused', 'Error: away']);
  } finally {
    jest.useRealTimers();
  }
});
