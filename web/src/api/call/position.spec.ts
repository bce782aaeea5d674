/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { currentQuery, leaveLobby } from '../match.js';
import { queryClient } from './query-client.js';
import { startSession } from './session.js';

/** Where a command's answer says that it was written, and what the next list is asked with. */
async function askedAfter(position: string, log: string): Promise<string> {
  const asked: string[] = [];
  globalThis.fetch = async (input) => {
    asked.push(typeof input === 'string' ? input : '');
    return Response.json(asked.length === 1 ? { status: 200, position, log } : { status: 200, current: null });
  };
  await leaveLobby('a-match');
  await queryClient.fetchQuery({ ...currentQuery(), staleTime: 0 });
  return asked[1] ?? '';
}

it('a list is asked for what this phone has written, the furthest place that it knows of in the log of now', async () => {
  startSession({ token: 'a-token', userId: 'karrie' });
  const current = (position: string, log: string) => `/api/match/current?position=${position}&log=${log}`;
  expect(await askedAfter('9', 'one')).toBe(current('9', 'one'));
  expect(await askedAfter('12', 'one')).toBe(current('12', 'one'));
  expect(await askedAfter('11', 'one')).toBe(current('12', 'one'));
  // A copy of the log that was restored begins lower.
  expect(await askedAfter('3', 'two')).toBe(current('3', 'two'));
});
