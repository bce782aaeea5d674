import { Writable } from 'node:stream';
import { createLogger } from './logger.js';
import { onceAMinute } from './once-a-minute.js';

function capture() {
  const lines: string[] = [];
  const destination = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  return { logger: createLogger('test', 'debug', destination), lines };
}

describe('the log', () => {
  it.each([
    ['at the top', { token: 'hidden' }],
    ['deeply nested', { a: { b: { c: { password: 'hidden' } } } }],
    ['in a list', { list: [{ user: { email: 'hidden' } }] }],
    ['in other spellings', { headers: { Authorization: 'hidden', 'Set-Cookie': ['hidden'], link_token: 'hidden' } }],
    ['returned by toJSON', { user: { toJSON: () => ({ email: 'hidden' }) } }],
    ['in an error under another key', { job: { failure: Object.assign(new Error('x'), { detail: 'hidden' }) } }],
  ])('removes the values of sensitive fields %s, and does not change the object', (_where, given) => {
    const { logger, lines } = capture();
    const before = structuredClone(JSON.parse(JSON.stringify(given)));
    logger.info({ ...given, id: 'shown' }, 'done');
    expect(lines.join()).not.toContain('hidden');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ name: 'test', id: 'shown', msg: 'done' });
    expect(JSON.parse(JSON.stringify(given))).toEqual(before);
  });

  it('writes all other fields unchanged', () => {
    const { logger, lines } = capture();
    const at = new Date('2026-01-02T03:04:05Z');
    const shared = { n: 1 };
    logger.info({ at, one: shared, two: shared, list: [1, 'x', null, [true]], none: null, gone: undefined }, 'done');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      at: '2026-01-02T03:04:05.000Z',
      one: { n: 1 },
      two: { n: 1 },
      list: [1, 'x', null, [true]],
      none: null,
    });
  });

  it('accepts circular and very deep objects', () => {
    const { logger, lines } = capture();
    const round: Record<string, unknown> = { token: 'hidden' };
    round.self = { list: [round] };
    let deep: Record<string, unknown> = { password: 'hidden' };
    for (let at = 0; at < 10_000; at += 1) deep = { deep };
    const err = new Error('its own cause');
    err.cause = err;
    logger.info(round, 'round');
    logger.info({ round, err }, 'round');
    logger.info(deep, 'deep');
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['round', 'round', 'deep']);
    expect(lines.join()).not.toContain('hidden');
  });

  it('keeps type, code and stack of an error, not its data', () => {
    const { logger, lines } = capture();
    const error = Object.assign(new Error('duplicate key for kim@golfers.test at postgres://me:hidden-1@db/x'), {
      code: '23505',
      constraint: 'users_email',
      detail: 'Key (lower(email))=(hidden-2) already exists',
      parameters: ['hidden-3'],
      query: "insert into app.users values ('hidden-4')",
      cause: new Error('GET /verify-email?token=hidden-5 said Bearer eyJhbGciOiJI.eyJzdWIi.c2ln'),
    });
    logger.error({ err: error }, 'failed');
    const line = JSON.parse(lines[0] ?? '');
    const cause = { message: 'GET /verify-email?token=[redacted] said Bearer [redacted]' };
    expect(line.err).toMatchObject({ type: 'Error', code: '23505', constraint: 'users_email', cause });
    expect(line.err.stack).toContain('logger.spec');
    expect(lines.join()).not.toMatch(/hidden|kim@|golfers\.test|eyJ/);
  });

  it('keeps module paths readable', () => {
    const { logger, lines } = capture();
    const error = new Error('x');
    error.stack = 'Error: x\n    at f (/app/node_modules/@nestjs/core/router.js:1:2)';
    logger.error({ err: error }, 'failed');
    expect(lines.join()).toContain('/node_modules/@nestjs/core/router.js:1:2');
  });

  it('takes no longer than the message is long', () => {
    const { logger, lines } = capture();
    // With each character tried as the start of an address, this would take minutes.
    logger.error({ err: new Error(`${'x'.repeat(300_000)} kim@golfers.test`) }, 'failed');
    expect(lines.join()).toContain('x [redacted]');
  });

  it('accepts thrown values that are not errors', () => {
    const { logger, lines } = capture();
    for (const err of [
      'kim@golfers.test',
      undefined,
      null,
      5,
      { password: 'hidden' },
      { message: 'odd', name: 'Odd' },
    ]) {
      logger.error({ err }, 'failed');
    }
    expect(lines).toHaveLength(6);
    expect(lines.join()).not.toMatch(/kim@|hidden/);
    expect(lines.join()).toContain('odd');
  });
});

describe('an error that repeats', () => {
  afterEach(() => jest.useRealTimers());

  it('is reported once a minute, independently of other errors', () => {
    jest.useFakeTimers();
    const reported: string[] = [];
    const onError = onceAMinute((error) => reported.push(String(error)));
    for (const words of ['away', 'away', 'refused', 'away']) onError(new Error(words));
    jest.advanceTimersByTime(60_000);
    onError(new Error('away'));
    expect(reported).toEqual(['Error: away', 'Error: refused', 'Error: away']);
  });
});
