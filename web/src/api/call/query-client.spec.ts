/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { errorAnswer } from '@fairmark/contract';
import { jest } from '@jest/globals';
import { currentQuery } from '../match.js';
import { queryClient } from './query-client.js';
import { startSession } from './session.js';

beforeEach(() => {
  startSession({ token: 'a-token', userId: 'karrie' });
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

it.each([
  ['UNAVAILABLE' as const, 3],
  ['FORBIDDEN' as const, 1],
])('a query that fails with %s is sent %i times and reports the error within two seconds', async (code, times) => {
  const { status } = errorAnswer(code);
  let asked = 0;
  globalThis.fetch = async () => {
    asked += 1;
    return Response.json(errorAnswer(code), { status });
  };
  const failed = jest.fn();
  // As a page asks: with the client's own retry rules.
  const { retry } = queryClient.getDefaultOptions().queries ?? {};
  queryClient.fetchQuery({ ...currentQuery(), retry, staleTime: 0 }).catch(failed);
  await jest.advanceTimersByTimeAsync(2_000);
  expect(failed).toHaveBeenCalledWith(expect.objectContaining({ code }));
  expect(asked).toBe(times);
});
