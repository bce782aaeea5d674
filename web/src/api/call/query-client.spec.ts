/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { jest } from '@jest/globals';
import { serve } from '../../shared/testing/server.js';
import { currentQuery, leaveLobby } from '../match.js';
import { queryClient } from './query-client.js';
import { endSession, startSession } from './session.js';

beforeEach(() => {
  startSession({ token: 'a-token', userId: 'karrie' });
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

it.each([
  ['UNAVAILABLE' as const, 3],
  ['FORBIDDEN' as const, 1],
  // So is a timeout reported.
  ['NO_ANSWER' as const, 1],
])('a query that fails with %s is sent %i times and reports the error within two seconds', async (code, times) => {
  const asked = serve(() => (code === 'NO_ANSWER' ? new Response('<h1>Wi-Fi</h1>') : code));
  const failed = jest.fn();
  // As a page asks: with the client's own retry rules.
  const { retry } = queryClient.getDefaultOptions().queries ?? {};
  queryClient.fetchQuery({ ...currentQuery(), retry, staleTime: 0 }).catch(failed);
  await jest.advanceTimersByTimeAsync(2_000);
  expect(failed).toHaveBeenCalledWith(expect.objectContaining({ code }));
  expect(asked).toHaveLength(times);
});

/** Runs a command that is recorded at this position, and returns the address of the next list. */
async function askedAfter(position: string, log: string): Promise<string> {
  const asked = serve(({ call }) => (call.startsWith('POST') ? { position, log } : { current: null }));
  await leaveLobby('a-match');
  await queryClient.fetchQuery({ ...currentQuery(), staleTime: 0 });
  return `${asked[1]?.path}${asked[1]?.query}`;
}

it('a list is requested up to the last position that this phone has written in the current log', async () => {
  startSession({ token: 'a-token', userId: 'karrie' });
  const current = (position: string, log: string) => `/api/match/current?position=${position}&log=${log}`;
  expect(await askedAfter('9', 'one')).toBe(current('9', 'one'));
  expect(await askedAfter('12', 'one')).toBe(current('12', 'one'));
  expect(await askedAfter('11', 'one')).toBe(current('12', 'one'));
  // A restored copy of the log has lower positions.
  expect(await askedAfter('3', 'two')).toBe(current('3', 'two'));
});

it.each(['karrie', 'adam'])('what the page shows stays when the session ends, until %s signs in', (userId) => {
  queryClient.setQueryData(['user'], 'Karrie Webb');
  endSession('signed-out');
  expect(queryClient.getQueryData(['user'])).toBe('Karrie Webb');
  startSession({ token: 'another', userId });
  expect(queryClient.getQueryData(['user'])).toBeUndefined();
});
