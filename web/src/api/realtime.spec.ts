/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { errorAnswer } from '@fairmark/contract';
import { isConnected, startRealtime } from './realtime.js';
import { endSessionBy, onSession, session, startSession, type SessionEnd } from './session.js';
import { Line } from './testing/line.js';
import { waitFor } from './testing/wait-for.js';

const asked: string[] = [];
const ends: SessionEnd[] = [];
let stop = (): void => undefined;

beforeEach(async () => {
  globalThis.fetch = async (input) => {
    asked.push(typeof input === 'string' ? input : '');
    return Response.json(errorAnswer('UNAUTHORIZED'), { status: 401 });
  };
  startSession({ token: 'of-karrie', userId: 'karrie' });
  const [stopLine, stopSession] = [startRealtime(), onSession((_next, why) => ends.push(why))];
  stop = () => {
    stopSession();
    stopLine();
  };
  await waitFor(() => expect(isConnected()).toBe(true));
});

afterEach(() => {
  stop();
  asked.length = 0;
  ends.length = 0;
});

const unauthorized = () => Line.latest?.tell('server_error', errorAnswer('UNAUTHORIZED'));

it('a session that the server has ended is over on a page that asks for nothing', async () => {
  unauthorized();
  await waitFor(() => expect(session()).toBeNull());
  expect(ends).toEqual(['expired']);
});

it("a golfer's own wish to end it waits for its answer", async () => {
  const ended = endSessionBy(async () => {
    unauthorized();
    await waitFor(() => expect(asked).toContain('/api/auth/user'));
    expect(session()?.userId).toBe('karrie');
  });
  await ended;
  expect(ends).toEqual(['signed-out']);
});
