import { runEvery, type Config, type Logger } from '@fairmark/server';
import { openQueue, type JobQueue } from './job-queue.js';

/**
 * Work of one kind. Rows of the database say what is owed and what was done; BullMQ says when and how often it is tried. So
 * a queue may be lost with everything in it: the next look makes its jobs again.
 */
export interface OwedWork {
  /** Name of the queue. A job holds the id of what is owed and nothing else. */
  queue: string;
  atOnce: number;
  /** Pause between two looks for what is owed, milliseconds. */
  everyMs: number;
  /** Ids of what is owed and needs a job. One that has a job keeps that, so an id may be named at every look. */
  owed: () => Promise<readonly string[]>;
  /** Does what is owed, if it still is. Throws when it must be tried again. `signal` aborts when the process ends. */
  work: (id: string, signal: AbortSignal) => Promise<void>;
}

/** Work under way in this process. Any number of processes may share a queue. */
export interface RunningWork {
  /** Jobs by state: waiting, active, delayed (to be tried again). Null: the queue has not been reached yet. */
  counts(): Promise<Record<string, number> | null>;
  /** Aborts the signal of the jobs in hand, waits for their end, and closes the queue. */
  stop(): Promise<void>;
}

const RETRY_MS = { first: 500, most: 5_000 };

/** Looks for what is owed, makes jobs of it and does them, until it is stopped. Outages of database and queue are survived. */
export function startWork(
  work: OwedWork,
  { logger, ...place }: Pick<Config, 'databaseUrl' | 'redisUrl'> & { logger: Logger },
): RunningWork {
  const ending = new AbortController();
  const { signal } = ending;
  const onTrouble = (err: unknown): void => logger.warn({ err, queue: work.queue }, 'the queue of jobs has trouble');
  let queue: JobQueue | null = null;
  const look = async (): Promise<void> => {
    queue ??= await openQueue(work, place, {
      onTrouble,
      onFailed: (id, attempts, err) =>
        logger.warn({ err, queue: work.queue, id, attempts }, 'a job failed, trying again'),
    });
    const ids = await work.owed();
    if (ids.length > 0) await queue.add(ids);
  };
  const looking = runEvery(look, { everyMs: work.everyMs, backOff: RETRY_MS, signal, onError: onTrouble });
  return {
    counts: async () => (await queue?.counts()) ?? null,
    stop: async () => {
      ending.abort();
      await looking;
      await queue?.close();
    },
  };
}
