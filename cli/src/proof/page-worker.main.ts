/**
 * A thread that reads pages of the log over a connection of its own and computes their hashes again. It loads no more than that
 * takes: every thread does.
 */
import { setImmediate as soon } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { PageAnswer, PageQuestion, ThreadData } from './page-threads.js';
import { connected, fetchPage, hashPage, shareSnapshot, type FetchedPage } from './read-page.js';

if (parentPort === null) throw new Error('This runs as a thread');
const port = parentPort;
const { databaseUrl, snapshot } = workerData as ThreadData;

const client = await connected(databaseUrl);
await shareSnapshot(client, snapshot);
let turn: Promise<unknown> = Promise.resolve();

// Until it is terminated: one page after the other, the next one fetched while this one is hashed.
port.on('message', (question: PageQuestion) => {
  const fetched = turn.then(() => fetchPage(client, question.after, question.to));
  turn = fetched.catch(() => undefined);
  void answer(question, fetched).then((page) => port.postMessage(page));
});

async function answer({ number }: PageQuestion, fetched: Promise<FetchedPage>): Promise<PageAnswer> {
  try {
    const page = await fetched;
    // The database hears of the next one first.
    await soon();
    return { number, page: hashPage(page), problem: null };
  } catch (error) {
    return { number, page: null, problem: error instanceof Error ? error.message : String(error) };
  }
}
