/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import type { MatchAnswer } from '@fairmark/contract';
import { QueryObserver } from '@tanstack/react-query';
import { answerFor } from '../../outbox/testing/match.js';
import { matchQuery } from '../match.js';
import { noteRevision, isAsNew } from './match-news.js';
import { queryClient } from './query-client.js';
import { startSession } from './session.js';
import { waitFor } from '../testing/wait-for.js';

/** A page that shows a match, and a server that answers when the test says so. */
let stop = (): void => undefined;
let questions: ((answer: Partial<MatchAnswer>) => void)[];
let asked: number;
let matches = 0;
let id: string;

beforeEach(() => {
  startSession({ token: 't', userId: 'ann' });
  questions = [];
  asked = 0;
  matches += 1;
  id = `m${matches}`;
  globalThis.fetch = (_path, init) =>
    new Promise((resolve, reject) => {
      asked += 1;
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      questions.push((answer) => resolve(Response.json({ ...answerFor(), ...answer })));
    });
});
afterEach(() => stop());

async function shown(revision: string): Promise<void> {
  stop = new QueryObserver(queryClient, { ...matchQuery(id), retry: false }).subscribe(() => undefined);
  await answer(revision);
}

async function answer(revision: string, log = 'l'): Promise<void> {
  await waitFor(() => expect(questions).not.toEqual([]));
  questions.pop()?.({ revision, log });
  questions = [];
  await waitFor(() => expect(queryClient.getQueryData(matchQuery(id).queryKey)).toMatchObject({ revision, log }));
}

const hear = (revision: string, log = 'l') => noteRevision(id, { revision, log });

it('my own score, of which the answer and the socket tell, is asked for once', async () => {
  await shown('5');
  hear('6');
  hear('6');
  await answer('6');
  hear('6');
  expect(asked).toBe(2);
});

it("another phone's score is asked for after the question that was asked before it, which is not called off", async () => {
  await shown('5');
  hear('6');
  await waitFor(() => expect(asked).toBe(2));
  hear('7');
  hear('8');
  expect(asked).toBe(2);
  await answer('6');
  await answer('8');
  expect(asked).toBe(3);
});

it('a question whose answer holds what was heard meanwhile is enough', async () => {
  await shown('5');
  hear('6');
  hear('7');
  await answer('7');
  hear('8');
  await answer('8');
  expect(asked).toBe(3);
});

it('what was on its way and did not come is asked for with the next hint', async () => {
  await shown('5');
  hear('6');
  await waitFor(() => expect(asked).toBe(2));
  await queryClient.cancelQueries({ queryKey: matchQuery(id).queryKey });
  hear('6');
  await answer('6');
  expect(asked).toBe(3);
});

it('an older copy of the log, restored, is asked for though its revisions are lower', async () => {
  await shown('50');
  hear('31', 'restored');
  await answer('31', 'restored');
  hear('31', 'restored');
  expect(asked).toBe(2);
});

it.each([
  [{ revision: '10', log: 'l' }, { revision: '9', log: 'l' }, true],
  [{ revision: '9', log: 'l' }, { revision: '10', log: 'l' }, false],
  [{ revision: '10', log: 'k' }, { revision: '9', log: 'l' }, false],
  [{ revision: '10' }, { revision: '10', log: 'l' }, true],
])('%j holds what stands at %j: %s', (one, other, holds) => {
  expect(isAsNew(one, other)).toBe(holds);
});
