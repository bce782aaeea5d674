import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { HashedPage } from './hashed-page.js';

/** What a thread reads: the log as a snapshot shows it. */
export interface ThreadData {
  databaseUrl: string;
  snapshot: string;
}

/** Asks a thread for the events after a position, up to another. */
export interface PageQuestion {
  number: number;
  after: bigint;
  to: bigint;
}

/** What it answers; `problem`: it could not. */
export type PageAnswer = { number: number } & ({ page: HashedPage; problem: null } | { page: null; problem: string });

/** Each thread has so many questions at a time: the next ones are there when it is done with one. */
const AHEAD = 4;
const THREAD = new URL('./page-worker.main.js', import.meta.url);

/** Threads run what was compiled; where only sources are, as in tests, everything is done by this one. */
export const THREADS_AVAILABLE = existsSync(fileURLToPath(THREAD));

/** Reads ranges of the log by several threads at once, and hands their pages over in order. */
export async function* threadedPages(
  workerData: ThreadData,
  threads: number,
  ranges: Iterable<Omit<PageQuestion, 'number'>>,
): AsyncGenerator<HashedPage> {
  const workers = Array.from({ length: threads }, () => new Worker(THREAD, { workerData }));
  const answers = new Map<number, HashedPage>();
  let failure: Error | null = null;
  let wake: () => void = () => undefined;
  const failed = (error: Error): void => {
    failure ??= error;
    wake();
  };
  for (const worker of workers) {
    worker.on('error', failed);
    worker.on('exit', (code) => code !== 0 && failed(new Error(`A thread that computes hashes ended with ${code}`)));
    worker.on('message', ({ number, page, problem }: PageAnswer) => {
      if (problem === null) answers.set(number, page);
      else failure ??= new Error(problem);
      wake();
    });
  }
  const questions = ranges[Symbol.iterator]();
  let asked = 0;
  const ask = (): void => {
    const { value, done } = questions.next();
    if (done === true) return;
    workers[asked % threads]?.postMessage({ number: asked, ...value } satisfies PageQuestion);
    asked += 1;
  };
  try {
    for (let ahead = 0; ahead < threads * AHEAD; ahead += 1) ask();
    for (let next = 0; next < asked; next += 1) {
      const page = await new Promise<HashedPage>((resolve, reject) => {
        wake = () => {
          const answer = answers.get(next);
          if (failure !== null) reject(failure);
          else if (answer !== undefined) resolve(answer);
        };
        wake();
      });
      answers.delete(next);
      ask();
      yield page;
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}
