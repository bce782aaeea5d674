import { within as inTime } from '@fairmark/event-store';
import { withoutSecrets, type Config } from '@fairmark/server';
import {
  createPostgresBackend,
  createRedisBackend,
  withBackend,
  type BackendClasses,
  type IQueueBackend,
} from 'bullmq';
import { Redis } from 'ioredis';
import type { OwedWork } from './start-work.js';
import { DATABASE_TIMEOUTS } from './pool.js';

/** Jobs of one kind of work, in Redis or, without it, in the schema `jobs` of our own database. They may all be lost. */
export interface JobQueue {
  /** One job for each id, unless it has one. Rejects when the queue does not answer soon: then ask again. */
  add(ids: readonly string[]): Promise<void>;
  /** How many jobs wait, run and wait to be tried again. Rejects when the queue does not answer soon. */
  counts(): Promise<Record<string, number>>;
  /** Waits for the jobs in hand, unless Redis keeps them and is away or silent: then they are left. */
  close(): Promise<void>;
}

interface Listeners {
  onTrouble: (error: unknown) => void;
  onFailed: (id: string | undefined, attempts: number | undefined, error: Error) => void;
}

const SCHEMA = 'jobs';
const PREFIX = 'fairmark';
const STARTS_WITHIN_MS = 15_000;
const COUNTS_WITHIN_MS = 2_000;
/** Together less than the five seconds in which the process has to be gone (`runProcess`). */
const ADDS_WITHIN_MS = 1_500;
const DRAINS_WITHIN_MS = 2_500;
/** The row decides how long something is owed. */
const NEVER_GIVEN_UP = 1_000_000;
/** A job of a process that was killed, or has stood still for the first, is another's within their sum. */
const STALLED_MS = { after: 15_000, looks: 5_000 };
const RETRY_MS = { first: 1_000, most: 300_000 };
const RECONNECT_MS = { first: 100, most: 5_000 };

/** Opens a queue and begins to work on it. Rejects when it can't be reached; later outages are survived. */
export async function openQueue(
  work: OwedWork,
  { databaseUrl, redisUrl }: Pick<Config, 'databaseUrl' | 'redisUrl'>,
  listeners: Listeners,
): Promise<JobQueue> {
  if (redisUrl === undefined) {
    const connection = { connectionString: databaseUrl, schema: SCHEMA, migrate: true, ...DATABASE_TIMEOUTS };
    return begin(withBackend(createPostgresBackend), connection, work, listeners);
  }
  const { onTrouble } = listeners;
  const redis = new Redis(redisUrl, {
    connectionName: `fairmark-${work.queue}`,
    // What is asked for while Redis is away is asked again when it is back.
    maxRetriesPerRequest: null,
    connectTimeout: 3_000,
    retryStrategy: (attempt) => Math.min(RECONNECT_MS.first * 2 ** Math.min(attempt, 10), RECONNECT_MS.most),
  });
  redis.on('error', onTrouble);
  try {
    const queue = await begin(withBackend(createRedisBackend), redis, work, listeners);
    return {
      ...queue,
      close: async () => {
        // Redis that is away cannot record what became of the jobs in hand.
        await within(DRAINS_WITHIN_MS, redis.status === 'ready' ? queue.close() : queue.abandon()).catch(onTrouble);
        redis.disconnect();
      },
    };
  } catch (error) {
    redis.disconnect();
    throw error;
  }
}

async function begin<B extends IQueueBackend, C>(
  classes: BackendClasses<B, C>,
  connection: C,
  work: OwedWork,
  { onTrouble, onFailed }: Listeners,
): Promise<JobQueue & { abandon: () => Promise<unknown> }> {
  const queue = new classes.Queue<{ id: string }>(work.queue, {
    connection,
    prefix: PREFIX,
    defaultJobOptions: {
      attempts: NEVER_GIVEN_UP,
      stackTraceLimit: 1,
      backoff: { type: 'custom' },
      removeOnComplete: true,
      removeOnFail: true,
    },
  });
  const worker = new classes.Worker<{ id: string }>(
    work.queue,
    ({ data }, _token, signal) => withoutNames(() => work.work(data.id, signal ?? AbortSignal.abort())),
    {
      connection,
      prefix: PREFIX,
      autorun: false,
      concurrency: work.atOnce,
      lockDuration: STALLED_MS.after,
      stalledInterval: STALLED_MS.looks,
      settings: { backoffStrategy: (attempts) => backOffMs(attempts) },
    },
  );
  queue.on('error', onTrouble);
  worker.on('error', onTrouble);
  worker.on('failed', (job, error) => onFailed(job?.data.id, job?.attemptsMade, error));
  const abandon = () => Promise.allSettled([worker.close(true), queue.close()]);
  try {
    await within(STARTS_WITHIN_MS, Promise.all([queue.waitUntilReady(), worker.waitUntilReady()]));
  } catch (error) {
    await abandon();
    throw error;
  }
  const running = worker.run().catch(onTrouble);
  let adding: Promise<unknown> | null = null;
  return {
    add: async (ids) => {
      // What is not answered waits in the client of the queue: one there is enough.
      if (adding !== null) await within(ADDS_WITHIN_MS, adding);
      adding = queue
        .addBulk(ids.map((id) => ({ name: work.queue, data: { id }, opts: { jobId: id } })))
        .finally(() => (adding = null));
      await within(ADDS_WITHIN_MS, adding);
    },
    counts: () => within(COUNTS_WITHIN_MS, queue.getJobCounts('waiting', 'active', 'delayed')),
    close: async () => {
      worker.cancelAllJobs();
      await worker.close();
      await running;
      await queue.close();
    },
    abandon,
  };
}

/** A failed job keeps its error in the queue, and a mail server's answer names the golfer's address. */
async function withoutNames(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    // oxlint-disable-next-line preserve-caught-error -- the cause is what must not be kept
    throw new Error(withoutSecrets(error instanceof Error ? error.message : String(error)));
  }
}

function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  return inTime(ms, work, () => new Error(`The queue of jobs does not answer within ${ms} ms`));
}

/** 1 s, 2 s, 4 s … 5 min. */
function backOffMs(attempts: number): number {
  return Math.min(RETRY_MS.most, RETRY_MS.first * 2 ** Math.min(attempts - 1, 30));
}
