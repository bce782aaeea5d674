/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import type { MatchAnswer } from '@fairmark/contract';
import { QueryObserver } from '@tanstack/react-query';
import { answerFor } from '../../outbox/testing/match.js';
import { matchQuery } from '../match.js';
import { noteRevision } from './position.js';
import { queryClient } from './query-client.js';
import { startSession } from './session.js';
import { waitFor } from '../testing/wait-for.js';

/** A page that shows a match, and a server that answers when the test says so. */
let stop = (): void => undefined;
let requests: ((answer: Partial<MatchAnswer>) => void)[];
let asked: number;
let matches = 0;
let id: string;

beforeEach(() => {
  startSession({ token: 't', userId: 'ann' });
  requests = [];
  asked = 0;
  matches += 1;
  id = `m${matches}`;
  globalThis.fetch = (_path, init) =>
    new Promise((resolve, reject) => {
      asked += 1;
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      requests.push((answer) => resolve(Response.json({ ...answerFor(), ...answer })));
    });
});
afterEach(() => stop());

async function shown(revision: string): Promise<void> {
  stop = new QueryObserver(queryClient, { ...matchQuery(id), retry: false }).subscribe(() => undefined);
  await answer(revision);
}

async function answer(revision: string, log = 'l'): Promise<void> {
  await waitFor(() => expect(requests).not.toEqual([]));
  requests.pop()?.({ revision, log });
  requests = [];
  await waitFor(() => expect(queryClient.getQueryData(matchQuery(id).queryKey)).toMatchObject({ revision, log }));
}

const hint = (revision: string, log = 'l') => noteRevision(id, { revision, log });

it('fetches a match once for my own score, which both the answer and the socket announce', async () => {
  await shown('5');
  hint('6');
  hint('6');
  await answer('6');
  hint('6');
  // The socket's answer to joining names no log.
  noteRevision(id, { revision: '6' });
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked).toBe(2);
  noteRevision(id, { revision: '10' });
  await answer('10');
});

it("fetches another phone's score after the request that is running, without cancelling it", async () => {
  await shown('5');
  hint('6');
  await waitFor(() => expect(asked).toBe(2));
  hint('7');
  hint('8');
  expect(asked).toBe(2);
  await answer('6');
  await answer('8');
  expect(asked).toBe(3);
});

it('does not fetch again when the running request brings what was announced', async () => {
  await shown('5');
  hint('6');
  hint('7');
  await answer('7');
  hint('8');
  await answer('8');
  expect(asked).toBe(3);
});

it('fetches with the next hint what a cancelled request did not bring', async () => {
  await shown('5');
  hint('6');
  await waitFor(() => expect(asked).toBe(2));
  await queryClient.cancelQueries({ queryKey: matchQuery(id).queryKey });
  hint('6');
  await answer('6');
  expect(asked).toBe(3);
});

it('fetches from a restored copy of the log although its revisions are lower', async () => {
  await shown('50');
  hint('31', 'restored');
  await answer('31', 'restored');
  hint('31', 'restored');
  expect(asked).toBe(2);
});
