import { onceAMinute, repeat, type Config, type Logger } from '@fairmark/server';
import { openQueue, type JobQueue, type QueueOptions, type OwedWork } from './job-queue.js';

/** Work that this process is doing. Any number of processes may share a queue. */
export type RunningWork = ReturnType<typeof startWork>;

const RETRY_MS = { first: 500, most: 5_000 };

/** Polls for owed work, creates jobs for it and runs them, until stopped. Survives outages of database and queue. */
export function startWork(
  work: OwedWork,
  { logger, ...place }: Pick<Config, 'databaseUrl' | 'redisUrl'> & { logger: Logger },
) {
  // An unreachable queue fails several times a second.
  const onTrouble = onceAMinute((err) => logger.warn({ err, queue: work.queue }, 'the queue of jobs failed'));
  const onFailed: QueueOptions['onFailed'] = (id, attempts, err) =>
    logger.warn({ err, queue: work.queue, id, attempts }, 'a job failed, trying again');
  let queue: JobQueue | null = null;
  const poll = async (signal: AbortSignal): Promise<void> => {
    queue ??= await openQueue(work, place, { onTrouble, onFailed, signal });
    const ids = await work.owed();
    if (ids.length > 0) await queue.add(ids);
  };
  const polling = repeat(poll, { everyMs: work.everyMs, backOff: RETRY_MS, onError: onTrouble });
  return {
    counts: async () => (await queue?.counts()) ?? null,
    stop: async () => {
      await polling.stop();
      await queue?.close();
    },
  };
}
