import { once } from 'node:events';
import { within as inTime } from '@fairmark/event-store';
import { JOBS_SCHEMA } from '@fairmark/read-models';
import { DATABASE_TIMEOUTS, onceAMinute, repeat, withoutSecrets, type Config, type Logger } from '@fairmark/server';
import {
  createPostgresBackend,
  createRedisBackend,
  withBackend,
  type BackendClasses,
  type IQueueBackend,
} from 'bullmq';
import { Redis } from 'ioredis';

/** One kind of background work. Rows record what is owed; BullMQ only schedules it, so its jobs may be lost. */
export interface OwedWork {
  /** Name of the queue. Its jobs hold only the id of the owed work. */
  queue: string;
  atOnce: number;
  everyMs: number;
  /** Ids of owed work. May return the same id at every poll: an id that has a job gets no second one. */
  owed: () => Promise<readonly string[]>;
  /** Does the work if it is still owed. Throws to be retried. `signal` aborts when the process ends. */
  work: (id: string, signal: AbortSignal) => Promise<void>;
}

/** Work that this process is doing. Any number of processes may share a queue. */
export type RunningWork = ReturnType<typeof startWork>;

const POLL_AGAIN_MS = { first: 500, most: 5_000 };

/** Polls for owed work, creates jobs for it and runs them, until stopped. Survives outages of database and queue. */
export function startWork(
  work: OwedWork,
  { logger, ...place }: Pick<Config, 'databaseUrl' | 'redisUrl'> & { logger: Logger },
) {
  // An unreachable queue fails several times a second.
  const onTrouble = onceAMinute((err) => logger.warn({ err, queue: work.queue }, 'the queue of jobs failed'));
  let queue: Awaited<ReturnType<typeof openQueue>> | null = null;
  const poll = async (signal: AbortSignal): Promise<void> => {
    queue ??= await openQueue(work, place, { logger, onTrouble, signal });
    const ids = await work.owed();
    if (ids.length > 0) await queue.add(ids);
  };
  const polling = repeat(poll, { everyMs: work.everyMs, backOff: POLL_AGAIN_MS, onError: onTrouble });
  return {
    counts: async () => (await queue?.counts()) ?? null,
    stop: async () => {
      await polling.stop();
      await queue?.close();
    },
  };
}

interface QueueOptions {
  logger: Logger;
  onTrouble: (error: unknown) => void;
  signal: AbortSignal;
}

const PREFIX = 'fairmark';
const START_TIMEOUT_MS = 15_000;
const COUNT_TIMEOUT_MS = 2_000;
/** Together less than the five seconds within which the process must exit (`runProcess`). */
const ADD_TIMEOUT_MS = 1_500;
const DRAIN_TIMEOUT_MS = 2_500;
/** In effect unlimited: the database row decides when work is no longer owed. */
const MAX_ATTEMPTS = 1_000_000;
/** Lock duration and check interval: a job of a killed or hung process is taken over within their sum. */
const STALLED_MS = { lock: 15_000, check: 5_000 };
/** Pauses between attempts: 1 s, 2 s, 4 s … 5 min. */
const RETRY_JOB_MS = { first: 1_000, most: 300_000 };

/**
 * Opens a queue, in Redis or else in the schema `jobs`, and starts processing its jobs. Rejects if it cannot be reached;
 * survives later outages, in which its calls reject.
 */
function openQueue(
  work: OwedWork,
  { databaseUrl, redisUrl }: Pick<Config, 'databaseUrl' | 'redisUrl'>,
  options: QueueOptions,
) {
  if (redisUrl === undefined) {
    const connection = { connectionString: databaseUrl, schema: JOBS_SCHEMA, migrate: true, ...DATABASE_TIMEOUTS };
    return begin(withBackend(createPostgresBackend), connection, work, options);
  }
  const redis = new Redis(redisUrl, {
    connectionName: `fairmark-${work.queue}`,
    // Commands issued while Redis is disconnected are sent once it is back.
    maxRetriesPerRequest: null,
    connectTimeout: 3_000,
  });
  redis.on('error', options.onTrouble);
  return begin(withBackend(createRedisBackend), redis, work, { ...options, redis });
}

async function begin<B extends IQueueBackend, C>(
  classes: BackendClasses<B, C>,
  connection: C,
  work: OwedWork,
  { logger, onTrouble, signal, redis }: QueueOptions & { redis?: Redis },
) {
  const queue = new classes.Queue<{ id: string }>(work.queue, {
    connection,
    prefix: PREFIX,
    defaultJobOptions: {
      attempts: MAX_ATTEMPTS,
      stackTraceLimit: 1,
      backoff: { type: 'custom' },
      removeOnComplete: true,
      removeOnFail: true,
    },
  });
  const worker = new classes.Worker<{ id: string }>(
    work.queue,
    ({ data }, _token, cancelled) =>
      work.work(data.id, cancelled ?? AbortSignal.abort()).catch((error: unknown) => {
        // Without secrets and cause: the queue stores errors, and a mail server's answer names the golfer's address.
        throw new Error(withoutSecrets(error instanceof Error ? error.message : String(error)));
      }),
    {
      connection,
      prefix: PREFIX,
      autorun: false,
      concurrency: work.atOnce,
      lockDuration: STALLED_MS.lock,
      stalledInterval: STALLED_MS.check,
      settings: {
        backoffStrategy: (attempts) => Math.min(RETRY_JOB_MS.most, RETRY_JOB_MS.first * 2 ** (attempts - 1)),
      },
    },
  );
  queue.on('error', onTrouble);
  worker.on('error', onTrouble);
  worker.on('failed', (job, err) => {
    const { data, attemptsMade: attempts } = job ?? {};
    logger.warn({ err, queue: work.queue, id: data?.id, attempts }, 'a job failed, trying again');
  });
  const abandon = async (): Promise<void> => {
    await Promise.allSettled([worker.close(true), queue.close()]);
  };
  try {
    // Retries that were delayed while the clock was ahead would wait until it is that time.
    const ready = Promise.all([queue.waitUntilReady(), worker.waitUntilReady()]).then(() => queue.promoteJobs());
    await within(START_TIMEOUT_MS, unlessAborted(signal, ready));
  } catch (error) {
    await abandon();
    redis?.disconnect();
    throw error;
  }
  const running = worker.run().catch(onTrouble);
  const drain = async (): Promise<void> => {
    worker.cancelAllJobs();
    await worker.close();
    await running;
    await queue.close();
  };
  let adding: Promise<unknown> = Promise.resolve();
  return {
    add: async (ids: readonly string[]) => {
      // Unanswered calls are buffered in the queue's client, so let only one wait there.
      await within(ADD_TIMEOUT_MS, Promise.allSettled([adding]));
      adding = queue.addBulk(ids.map((id) => ({ name: work.queue, data: { id }, opts: { jobId: id } })));
      await within(ADD_TIMEOUT_MS, adding);
    },
    counts: () => within(COUNT_TIMEOUT_MS, queue.getJobCounts('waiting', 'active', 'delayed')),
    close: async () => {
      // A disconnected Redis cannot record the outcome of running jobs.
      const isAway = redis !== undefined && redis.status !== 'ready';
      await within(DRAIN_TIMEOUT_MS, isAway ? abandon() : drain()).catch(onTrouble);
      redis?.disconnect();
    },
  };
}

/** Rejects when `signal` aborts before `work` has ended, whose outcome is then ignored. */
export async function unlessAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const done = new AbortController();
  const aborted = signal.aborted ? Promise.resolve() : once(signal, 'abort', { signal: done.signal });
  const interrupted = aborted.then(() => Promise.reject(new Error('Interrupted')));
  return Promise.race([work, interrupted]).finally(() => done.abort());
}

function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  return inTime(ms, work, () => new Error(`The queue of jobs did not answer within ${ms} ms`));
}
