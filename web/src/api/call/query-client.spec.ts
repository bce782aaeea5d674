/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { jest } from '@jest/globals';
import { QueryObserver } from '@tanstack/react-query';
import { serve } from '../../shared/testing/server.js';
import { currentQuery, invitesQuery, lastPracticeQuery, leaveLobby } from '../match.js';
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

it('invitations and the match to resume are read again every 10 s while the tables are behind', async () => {
  let answer: object = { current: null, practice: null, invites: [], stale: true };
  const asked = serve(() => answer);
  queryClient.clear();
  const shown = [
    new QueryObserver(queryClient, currentQuery()),
    new QueryObserver(queryClient, lastPracticeQuery()),
    new QueryObserver(queryClient, invitesQuery()),
  ].map((observer) => observer.subscribe(() => undefined));
  const askedAfter10s = async () => {
    asked.length = 0;
    await jest.advanceTimersByTimeAsync(10_000);
    return asked.map(({ path }) => path.replace('/api/match/', '')).toSorted();
  };
  await jest.advanceTimersByTimeAsync(0);
  answer = { ...answer, stale: undefined };
  expect(await askedAfter10s()).toEqual(['current', 'invites', 'last-practice']);
  expect(await askedAfter10s()).toEqual([]);
  for (const leave of shown) leave();
});

it.each(['karrie', 'adam'])('what the page shows stays when the session ends, until %s signs in', (userId) => {
  queryClient.setQueryData(['user'], 'Karrie Webb');
  endSession('signed-out');
  expect(queryClient.getQueryData(['user'])).toBe('Karrie Webb');
  startSession({ token: 'another', userId });
  expect(queryClient.getQueryData(['user'])).toBeUndefined();
});
