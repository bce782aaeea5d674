import { withoutSecrets } from '@fairmark/server';
import {
  createPostgresBackend,
  createRedisBackend,
  withBackend,
  type BackendClasses,
  type IQueueBackend,
} from 'bullmq';
import { Redis } from 'ioredis';

/** What a job holds: the mail's cause. The outbox knows the rest. */
interface MailJob {
  cause: string;
}

/** Where jobs are kept and what is done with them. */
export interface MailJobsOptions {
  databaseUrl: string;
  /** Redis keeps them; without it our own database does. */
  redisUrl?: string;
  /** How many are worked on at once. */
  atOnce: number;
  /** Sends a mail; throws when it must be tried again. */
  deliver: (cause: string) => Promise<void>;
  onFailed: (cause: string | undefined, attempts: number | undefined, error: Error) => void;
  trouble: (error: unknown) => void;
}

/** Jobs for the mails of the outbox. They may all be lost: the outbox has them made again. */
export interface MailJobs {
  /**
   * One job per cause, however often it is asked for while it is there. Rejects when the queue does not answer soon: then ask
   * again.
   */
  add(causes: readonly string[]): Promise<void>;
  /** How many wait, run and wait to be tried again. Rejects when the queue does not answer soon. */
  counts(): Promise<Record<string, number>>;
  /** Finishes what is in hand, unless Redis keeps the jobs and is away or silent: then it is left. */
  close(): Promise<void>;
}

/** A database that is silent is one that is gone. */
export const DATABASE_TIMEOUTS = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 10_000,
  query_timeout: 12_000,
  keepAlive: true,
};

const QUEUE = 'mail';
const JOBS_SCHEMA = 'jobs';
const PREFIX = 'fairmark';
const STARTS_WITHIN_MS = 15_000;
const COUNTS_WITHIN_MS = 2_000;
/** Together less than the five seconds in which the process has to be gone (`runProcess`). */
const ADDS_WITHIN_MS = 1_500;
const DRAINS_WITHIN_MS = 2_500;
/** A living worker renews it, however long its mail takes; the row's lock decides who sends. */
const JOB_LOCK_MS = 120_000;
const MORE_THAN_A_LINK_LIVES = 10_000;
const RETRY_MS = { first: 1_000, most: 300_000 };
const RECONNECT_MS = { first: 100, most: 5_000 };

/** Opens the queue and works on it. Rejects when it can't be reached; later outages are survived. */
export async function openMailJobs(options: MailJobsOptions): Promise<MailJobs> {
  const { databaseUrl, redisUrl, trouble } = options;
  if (redisUrl === undefined) {
    const connection = { connectionString: databaseUrl, schema: JOBS_SCHEMA, migrate: true, ...DATABASE_TIMEOUTS };
    return work(withBackend(createPostgresBackend), connection, options);
  }
  const redis = new Redis(redisUrl, {
    connectionName: 'fairmark-mail',
    // What is asked for while Redis is away is asked again when it is back.
    maxRetriesPerRequest: null,
    connectTimeout: 3_000,
    retryStrategy: (attempt) => Math.min(RECONNECT_MS.first * 2 ** Math.min(attempt, 10), RECONNECT_MS.most),
  });
  redis.on('error', trouble);
  try {
    const jobs = await work(withBackend(createRedisBackend), redis, options);
    return {
      ...jobs,
      close: async () => {
        // One that is away cannot be told what became of what is in hand.
        await within(DRAINS_WITHIN_MS, redis.status === 'ready' ? jobs.close() : jobs.abandon()).catch(trouble);
        redis.disconnect();
      },
    };
  } catch (error) {
    redis.disconnect();
    throw error;
  }
}

async function work<B extends IQueueBackend, C>(
  classes: BackendClasses<B, C>,
  connection: C,
  { atOnce, deliver, onFailed, trouble }: MailJobsOptions,
): Promise<MailJobs & { abandon: () => Promise<unknown> }> {
  const queue = new classes.Queue<MailJob>(QUEUE, {
    connection,
    prefix: PREFIX,
    defaultJobOptions: {
      attempts: MORE_THAN_A_LINK_LIVES,
      stackTraceLimit: 1,
      backoff: { type: 'custom' },
      removeOnComplete: true,
      removeOnFail: true,
    },
  });
  const worker = new classes.Worker<MailJob>(QUEUE, ({ data }) => withoutNames(() => deliver(data.cause)), {
    connection,
    prefix: PREFIX,
    autorun: false,
    concurrency: atOnce,
    lockDuration: JOB_LOCK_MS,
    settings: { backoffStrategy: (attempts) => backOffMs(attempts) },
  });
  queue.on('error', trouble);
  worker.on('error', trouble);
  worker.on('failed', (job, error) => onFailed(job?.data.cause, job?.attemptsMade, error));
  const abandon = () => Promise.allSettled([worker.close(true), queue.close()]);
  try {
    await within(STARTS_WITHIN_MS, Promise.all([queue.waitUntilReady(), worker.waitUntilReady()]));
  } catch (error) {
    await abandon();
    throw error;
  }
  const running = worker.run().catch(trouble);
  let adding: Promise<void> | null = null;
  const addAll = async (causes: readonly string[]): Promise<void> => {
    try {
      await queue.addBulk(causes.map((cause) => ({ name: 'mail', data: { cause }, opts: { jobId: cause } })));
    } finally {
      adding = null;
    }
  };
  return {
    add: async (causes) => {
      // What is not answered waits in the client of the queue: one there is enough.
      if (adding !== null) await within(ADDS_WITHIN_MS, adding);
      adding = addAll(causes);
      await within(ADDS_WITHIN_MS, adding);
    },
    counts: () => within(COUNTS_WITHIN_MS, queue.getJobCounts('waiting', 'active', 'delayed')),
    close: async () => {
      await worker.close();
      await running;
      await queue.close();
    },
    abandon,
  };
}

/** A failed job keeps its error in the queue, and a mail server's answer names the golfer's address. */
async function withoutNames(deliver: () => Promise<void>): Promise<void> {
  try {
    await deliver();
  } catch (error) {
    // oxlint-disable-next-line preserve-caught-error -- the cause is what must not be kept
    throw new Error(withoutSecrets(error instanceof Error ? error.message : String(error)));
  }
}

async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The mail queue does not answer within ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** 1 s, 2 s, 4 s … 5 min. */
function backOffMs(attempts: number): number {
  return Math.min(RETRY_MS.most, RETRY_MS.first * 2 ** Math.min(attempts - 1, 30));
}
