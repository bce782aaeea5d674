import { Writable } from 'node:stream';
import { createLogger } from './logger.js';

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
  it('takes the values of telling names out, wherever they stand', () => {
    const { logger, lines } = capture();
    logger.info(
      { token: 'hidden-1', user: { email: 'hidden-2', deep: { password: 'hidden-3' } }, id: 'shown' },
      'said',
    );
    expect(lines.join()).not.toContain('hidden');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ name: 'test', id: 'shown', msg: 'said' });
  });

  it('keeps of an error what helps to find it, not what it was about', () => {
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
    const said = JSON.parse(lines[0] ?? '');
    expect(said.err).toMatchObject({ type: 'Error', code: '23505', constraint: 'users_email' });
    expect(said.err.stack).toContain('logger.spec');
    expect(lines.join()).not.toMatch(/hidden|kim@|golfers\.test|eyJ/);
  });

  it('leaves paths of modules readable', () => {
    const { logger, lines } = capture();
    const error = new Error('x');
    error.stack = 'Error: x\n    at f (/app/node_modules/@nestjs/core/router.js:1:2)';
    logger.error({ err: error }, 'failed');
    expect(lines.join()).toContain('/node_modules/@nestjs/core/router.js:1:2');
  });

  it('takes what is thrown and is no error', () => {
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
