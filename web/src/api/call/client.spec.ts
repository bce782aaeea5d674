/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { errorAnswer } from '@fairmark/contract';
import { jest } from '@jest/globals';
import { call, command } from './client.js';
import { session, startSession } from './session.js';
import { writeStored } from './stored.js';

/** A server that never answers, as fetch behaves with one. */
const silent: typeof fetch = (_input, init) =>
  new Promise((_resolve, reject) => {
    const stop = (): void => reject(init?.signal?.reason);
    if (init?.signal?.aborted === true) stop();
    init?.signal?.addEventListener('abort', stop);
  });

/** Node's own, which every suite of this process shares: what a test takes away it has to give back. */
const known = Object.getOwnPropertyDescriptors(AbortSignal);

describe('a call', () => {
  afterEach(() => Object.defineProperties(AbortSignal, known));

  beforeEach(() => startSession({ token: 'a-token', userId: 'karrie' }));

  it('gives up in its time, also where the caller may call it off', async () => {
    globalThis.fetch = silent;
    const options = { timeoutMs: 5, signal: new AbortController().signal };
    await expect(call('GET', '/api/auth/user', options)).rejects.toMatchObject({ code: 'NO_ANSWER', unanswered: true });
  });

  it('ends with the caller, and needs nothing that a phone of 2023 has not', async () => {
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

  it('lets go of its clock and of its caller when it is answered', async () => {
    globalThis.fetch = async () => Response.json({ status: 200 });
    const [set, cleared] = [jest.spyOn(globalThis, 'setTimeout'), jest.spyOn(globalThis, 'clearTimeout')];
    const { signal } = new AbortController();
    const heard = { add: jest.spyOn(signal, 'addEventListener'), remove: jest.spyOn(signal, 'removeEventListener') };
    await call('GET', '/api/auth/user', { signal, timeoutMs: 12_345 });
    const clock = set.mock.results[set.mock.calls.findIndex(([, ms]) => ms === 12_345)]?.value;
    expect(clock).toBeDefined();
    expect(cleared.mock.calls.flat()).toContain(clock);
    expect(heard.add).toHaveBeenCalledTimes(1);
    expect(heard.remove).toHaveBeenCalledWith('abort', heard.add.mock.calls[0]?.[1]);
    jest.restoreAllMocks();
  });

  it('gives up on an answer that stops half way', async () => {
    globalThis.fetch = async (_input, init) => {
      const body = new ReadableStream({
        start: (stream) => init?.signal?.addEventListener('abort', () => stream.error(init.signal?.reason)),
      });
      return new Response(body);
    };
    await expect(call('GET', '/api/auth/user', { timeoutMs: 5 })).rejects.toMatchObject({ code: 'NO_ANSWER' });
  });

  it.each(['', '{}', '[]', 'null', '<html>', '{"success":true}', '{"status":"ok"}'])(
    'takes %j for no answer, though a network on the way says 200',
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
  ])('takes no refusal of ours from a network on the way that says %d and %j', async (status, text) => {
    globalThis.fetch = async () => new Response(text, { status });
    await expect(call('GET', '/api/auth/user')).rejects.toMatchObject({ code: 'GENERIC', status });
  });

  const storesNothing = (): void => {
    jest.spyOn(Storage.prototype, 'getItem').mockReturnValue(null);
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
  };
  it.each([
    ['the stored one is damaged', () => void writeStored('device', 'x')],
    ['the browser stores nothing', storesNothing],
  ])('names this phone by one id also where %s', async (_case, happens) => {
    happens();
    const said: (string | null)[] = [];
    globalThis.fetch = async (_path, init) => {
      said.push(new Headers(init?.headers).get('x-device-id'));
      return Response.json({ status: 200 });
    };
    await call('GET', '/api/auth/user');
    await call('GET', '/api/auth/user');
    jest.restoreAllMocks();
    expect(said).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), said[0]]);
  });

  it.each([
    ['1', 'Please try again in 1 second.', 1],
    ['45', 'Please try again in 45 seconds.', 45],
    ['900', 'Please try again in 15 minutes.', 900],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 'Please wait a moment and try again.', null],
  ])('that was one too many says when to try again (Retry-After: %s)', async (after, words, seconds) => {
    globalThis.fetch = async () =>
      Response.json(errorAnswer('TOO_MANY_REQUESTS'), { status: 429, headers: { 'retry-after': after } });
    const error = { code: 'TOO_MANY_REQUESTS', message: `Too many requests. ${words}`, retryAfter: seconds };
    await expect(call('GET', '/api/auth/user')).rejects.toMatchObject(error);
  });

  it('that the server does not know the token of ends the session', async () => {
    const refusal = { status: 401, error: { code: 'UNAUTHORIZED', message: 'no' } };
    globalThis.fetch = async () => Response.json(refusal, { status: 401 });
    await expect(call('GET', '/api/auth/user')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(session()).toBeNull();
  });

  it('that is sent again is still that of the golfer who asked, after another one has signed in', async () => {
    const by: (string | null)[] = [];
    globalThis.fetch = async (_path, init) => {
      by.push(new Headers(init?.headers).get('authorization'));
      if (by.length > 1) return Response.json({ status: 200 });
      startSession({ token: 'of-adam', userId: 'adam' });
      throw new TypeError('no signal');
    };
    await command('POST', '/api/user/settings', { body: { fullName: 'Karrie Webb' } });
    expect(by).toEqual(['Bearer a-token', 'Bearer a-token']);
    expect(session()).toEqual({ token: 'of-adam', userId: 'adam' });
  });

  it('of an earlier session that is refused late leaves the one that was begun since', async () => {
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
