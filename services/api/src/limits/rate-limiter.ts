import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';

/** So many uses in so many seconds, counted by key. */
export interface Bucket {
  name: string;
  points: number;
  seconds: number;
}

/** A count that takes longer is made in this process instead: a limit never holds a score up. */
const ANSWERS_WITHIN_MS = 250;
/** A Redis that answers nothing for this long is gone: its connection is given up, so that nothing waits for it any more. */
const SILENT_MS = 1_000;
const RECONNECT_MS = { first: 100, most: 5_000 };
const PREFIX = 'fairmark:limit:';

export interface RateLimiterOptions {
  /** Multiplies every bucket's uses. */
  scale: number;
  /** A Redis that several processes share; without it this process counts by itself. */
  url?: string | undefined;
  /** Reports a Redis that went away, once each time. */
  onTrouble?: (what: string, error: unknown) => void;
}

/**
 * Counts uses, in this process or in a Redis that several share. Nothing in it is missed: while it is away or empty each
 * process counts by itself. Keys are hashed there, because some are golfers' emails.
 */
export class RateLimiter {
  private readonly limiters = new Map<string, RateLimiterAbstract>();
  private readonly redis: Redis | null;

  constructor(private readonly options: RateLimiterOptions) {
    const { url, onTrouble } = options;
    this.redis = url === undefined ? null : connect(url, onTrouble);
  }

  /** Whether counts are shared now. */
  get shared(): boolean {
    return this.redis?.status === 'ready';
  }

  /** Ends the connection. */
  close(): void {
    this.redis?.disconnect();
  }

  /** Takes one use. Null: it is within the bucket; else milliseconds until the next one is. The first sets the time. */
  async take(bucket: Bucket, key: string): Promise<number | null> {
    try {
      await this.of(bucket).consume(this.keyOf(key), 1, { customDuration: bucket.seconds });
      return null;
    } catch (answer) {
      if (answer instanceof RateLimiterRes) return Math.max(1, answer.msBeforeNext);
      throw answer;
    }
  }

  /** Counts one, whatever the bucket allows, and answers how many there are now. */
  async count(bucket: Bucket, key: string): Promise<number> {
    return (await this.of(bucket).penalty(this.keyOf(key))).consumedPoints;
  }

  /** Takes a count back. */
  async uncount(bucket: Bucket, key: string): Promise<void> {
    await this.of(bucket).reward(this.keyOf(key));
  }

  async forget(bucket: Bucket, key: string): Promise<void> {
    await this.of(bucket).delete(this.keyOf(key));
  }

  private keyOf(key: string): string {
    return this.redis === null ? key : createHash('sha256').update(key).digest('base64url').slice(0, 22);
  }

  private of({ name: keyPrefix, points, seconds: duration }: Bucket): RateLimiterAbstract {
    const known = this.limiters.get(keyPrefix);
    if (known !== undefined) return known;
    const settings = { keyPrefix, points: Math.max(1, Math.floor(points * this.options.scale)), duration };
    const here = new RateLimiterMemory(settings);
    const shared = { ...settings, keyPrefix: PREFIX + keyPrefix, insuranceLimiter: here, rejectIfRedisNotReady: true };
    const limiter = this.redis === null ? here : new RateLimiterRedis({ ...shared, storeClient: this.redis });
    this.limiters.set(keyPrefix, limiter);
    return limiter;
  }
}

function connect(url: string, onTrouble: RateLimiterOptions['onTrouble']): Redis {
  const redis = new Redis(url, {
    connectionName: 'fairmark-api-limits',
    commandTimeout: ANSWERS_WITHIN_MS,
    socketTimeout: SILENT_MS,
    connectTimeout: 3_000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(RECONNECT_MS.first * 2 ** Math.min(attempt, 10), RECONNECT_MS.most),
  });
  let reported = false;
  redis.on('ready', () => (reported = false));
  redis.on('error', (error: unknown) => {
    if (!reported) onTrouble?.('limits are counted in each process by itself: Redis cannot be reached', error);
    reported = true;
  });
  return redis;
}
