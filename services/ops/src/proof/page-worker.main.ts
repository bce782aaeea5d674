/** A thread that reads pages of the log over a connection of its own and computes their hashes again. */
import { parentPort, workerData } from 'node:worker_threads';
import { withClient } from '../cli/database.js';
import { readPage } from './read-page.js';
import type { PageAnswer, PageQuestion } from './page-threads.js';

if (parentPort === null) throw new Error('This runs as a thread');
const port = parentPort;
const { databaseUrl } = workerData as { databaseUrl: string };

await withClient(databaseUrl, 'fairmark ops proof', async (client) => {
  await client.query('set enable_seqscan = off; set jit = off');
  // In the order of the questions: one page after the other.
  let turn = Promise.resolve();
  await new Promise<void>((ended) => {
    port.on('message', (question: PageQuestion | null) => {
      if (question === null) return ended();
      turn = turn.then(async () => port.postMessage(await answer(question)));
    });
  });
  await turn;

  async function answer({ number, after, to }: PageQuestion): Promise<PageAnswer> {
    try {
      return { number, page: await readPage(client, after, to), problem: null };
    } catch (error) {
      return { number, page: null, problem: error instanceof Error ? error.message : String(error) };
    }
  }
});
port.close();
