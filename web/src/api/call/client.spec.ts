/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { errorAnswer } from '@fairmark/contract';
import { jest } from '@jest/globals';
import { serve } from '../../shared/testing/server.js';
import { call, command } from './client.js';
import { session, startSession } from './session.js';

/** A server that never answers, as fetch behaves with one. */
const silent: typeof fetch = (_input, init) =>
  new Promise((_resolve, reject) => {
    const stop = (): void => reject(init?.signal?.reason);
    if (init?.signal?.aborted === true) stop();
    init?.signal?.addEventListener('abort', stop);
  });

/** Node's own, shared by every suite of this process: a test restores what it removes. */
const known = Object.getOwnPropertyDescriptors(AbortSignal);

describe('a call', () => {
  afterEach(() => Object.defineProperties(AbortSignal, known));

  beforeEach(() => startSession({ token: 'a-token', userId: 'karrie' }));

  it('times out, also when the caller can cancel it', async () => {
    globalThis.fetch = silent;
    const options = { timeoutMs: 5, signal: new AbortController().signal };
    await expect(call('GET', '/api/auth/user', options)).rejects.toMatchObject({ code: 'NO_ANSWER', unanswered: true });
  });

  it('ends when the caller cancels it, without AbortSignal.any, which phones of 2023 lack', async () => {
    globalThis.fetch = silent;
    Reflect.deleteProperty(AbortSignal, 'any');
    const caller = new AbortController();
    const answer = call('GET', '/api/auth/user', { signal: caller.signal });
    caller.abort(new DOMException('left the page', 'AbortError'));
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    await expect(call('GET', '/api/auth/user', { signal: caller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it('clears its timer and its abort listener when it is answered', async () => {
    globalThis.fetch = async () => Response.json({ status: 200 });
    const [set, cleared] = [jest.spyOn(globalThis, 'setTimeout'), jest.spyOn(globalThis, 'clearTimeout')];
    const { signal } = new AbortController();
    const listener = { add: jest.spyOn(signal, 'addEventListener'), remove: jest.spyOn(signal, 'removeEventListener') };
    await call('GET', '/api/auth/user', { signal, timeoutMs: 12_345 });
    const timer = set.mock.results[set.mock.calls.findIndex(([, ms]) => ms === 12_345)]?.value;
    expect(timer).toBeDefined();
    expect(cleared.mock.calls.flat()).toContain(timer);
    expect(listener.add).toHaveBeenCalledTimes(1);
    expect(listener.remove).toHaveBeenCalledWith('abort', listener.add.mock.calls[0]?.[1]);
    jest.restoreAllMocks();
  });

  it('times out when an answer stops half way', async () => {
    globalThis.fetch = async (_input, init) => {
      const body = new ReadableStream({
        start: (stream) => init?.signal?.addEventListener('abort', () => stream.error(init.signal?.reason)),
      });
      return new Response(body);
    };
    await expect(call('GET', '/api/auth/user', { timeoutMs: 5 })).rejects.toMatchObject({ code: 'NO_ANSWER' });
  });

  it.each(['', '{}', '[]', 'null', '<html>', '{"success":true}', '{"status":"ok"}'])(
    'treats %j with status 200 as no answer from the api',
    async (text) => {
      globalThis.fetch = async () => new Response(text);
      const answer = call('GET', '/api/auth/user');
      await expect(answer).rejects.toMatchObject({ code: 'NO_ANSWER', unanswered: true });
    },
  );

  it.each([
    [403, ''],
    [403, '<html>'],
    [403, '{"error":{"code":403,"message":"Blocked"}}'],
    [404, '404 page not found'],
  ])('treats %d with %j as a generic error, not as a refusal by the api', async (status, text) => {
    globalThis.fetch = async () => new Response(text, { status });
    await expect(call('GET', '/api/auth/user')).rejects.toMatchObject({ code: 'GENERIC', status });
  });

  it('sends the same device id with every call when the browser stores nothing', async () => {
    jest.spyOn(Storage.prototype, 'getItem').mockReturnValue(null);
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const ids: (string | null)[] = [];
    globalThis.fetch = async (_path, init) => {
      ids.push(new Headers(init?.headers).get('x-device-id'));
      return Response.json({ status: 200 });
    };
    await call('GET', '/api/auth/user');
    await call('GET', '/api/auth/user');
    jest.restoreAllMocks();
    expect(ids).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), ids[0]]);
  });

  it.each([
    ['1', 'Please try again in 1 second.', 1],
    ['45', 'Please try again in 45 seconds.', 45],
    ['900', 'Please try again in 15 minutes.', 900],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 'Please wait a moment and try again.', null],
  ])('refused with TOO_MANY_REQUESTS says when to try again (Retry-After: %s)', async (after, words, seconds) => {
    globalThis.fetch = async () =>
      Response.json(errorAnswer('TOO_MANY_REQUESTS'), { status: 429, headers: { 'retry-after': after } });
    const error = { code: 'TOO_MANY_REQUESTS', message: `Too many requests. ${words}`, retryAfter: seconds };
    await expect(call('GET', '/api/auth/user')).rejects.toMatchObject(error);
  });

  it('keeps the token of its golfer when it is sent again after another golfer has signed in', async () => {
    const asked = serve(() => {
      if (asked.length > 1) return {};
      startSession({ token: 'of-adam', userId: 'adam' });
      throw new TypeError('no signal');
    });
    await command('POST', '/api/user/settings', { body: { fullName: 'Karrie Webb' } });
    expect(asked.map(({ token }) => token)).toEqual(['a-token', 'a-token']);
    expect(session()).toEqual({ token: 'of-adam', userId: 'adam' });
  });

  it('does not end a newer session when it is refused late', async () => {
    let refuse = (): void => undefined;
    globalThis.fetch = () =>
      new Promise((resolve) => {
        refuse = () => resolve(Response.json(errorAnswer('UNAUTHORIZED'), { status: 401 }));
      });
    const late = call('GET', '/api/auth/user');
    startSession({ token: 'another-token', userId: 'karrie' });
    refuse();
    await expect(late).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(session()).toEqual({ token: 'another-token', userId: 'karrie' });
  });
});
