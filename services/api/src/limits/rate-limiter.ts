import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';

/** At most `points` uses per key within `seconds`. */
export interface Bucket {
  name: string;
  points: number;
  seconds: number;
}

/** If Redis takes longer, this process counts the use itself: a limit never delays a score. */
const COMMAND_TIMEOUT_MS = 250;
/** If Redis stays silent for this long, the connection is closed, so that nothing keeps waiting for it. */
const SOCKET_TIMEOUT_MS = 1_000;
const PREFIX = 'fairmark:limit:';

export interface RateLimiterOptions {
  /** Multiplies the points of every bucket. */
  scale: number;
  /** Redis shared by several processes; without it, this process keeps its own counts. */
  url?: string | undefined;
  /** Called once per outage of Redis. */
  onTrouble?: (what: string, error: unknown) => void;
}

/**
 * Counts uses in this process, or in a Redis that several processes share. Redis may lose its data; while it is
 * unreachable, each process keeps its own counts. Keys are hashed in Redis because some are golfers' email addresses.
 */
export class RateLimiter {
  private readonly limiters = new Map<string, RateLimiterAbstract>();
  private readonly redis: Redis | null;

  constructor(private readonly options: RateLimiterOptions) {
    const { url, onTrouble } = options;
    this.redis = url === undefined ? null : connect(url, onTrouble);
  }

  /** Whether counts currently go to Redis. */
  get shared(): boolean {
    return this.redis?.status === 'ready';
  }

  /** Closes the connection to Redis. */
  close(): void {
    this.redis?.disconnect();
  }

  /**
   * Takes one use. Returns null if the bucket allows it, otherwise the milliseconds until it allows the next. The first
   * use of a key starts its window and fixes its length.
   */
  async take(bucket: Bucket, key: string): Promise<number | null> {
    try {
      await this.limiterOf(bucket).consume(this.keyOf(key), 1, { customDuration: bucket.seconds });
      return null;
    } catch (answer) {
      if (answer instanceof RateLimiterRes) return Math.max(1, answer.msBeforeNext);
      throw answer;
    }
  }

  /** Counts a use even if the bucket is exhausted, and returns the count so far. */
  async count(bucket: Bucket, key: string): Promise<number> {
    return (await this.limiterOf(bucket).penalty(this.keyOf(key))).consumedPoints;
  }

  /** Takes one counted use back. */
  async uncount(bucket: Bucket, key: string): Promise<void> {
    await this.limiterOf(bucket).reward(this.keyOf(key));
  }

  async forget(bucket: Bucket, key: string): Promise<void> {
    await this.limiterOf(bucket).delete(this.keyOf(key));
  }

  private keyOf(key: string): string {
    return this.redis === null ? key : createHash('sha256').update(key).digest('base64url').slice(0, 22);
  }

  private limiterOf({ name: keyPrefix, points, seconds: duration }: Bucket): RateLimiterAbstract {
    const existing = this.limiters.get(keyPrefix);
    if (existing !== undefined) return existing;
    const settings = { keyPrefix, points: Math.max(1, Math.floor(points * this.options.scale)), duration };
    const local = new RateLimiterMemory(settings);
    const shared = { ...settings, keyPrefix: PREFIX + keyPrefix, insuranceLimiter: local, rejectIfRedisNotReady: true };
    const limiter = this.redis === null ? local : new RateLimiterRedis({ ...shared, storeClient: this.redis });
    this.limiters.set(keyPrefix, limiter);
    return limiter;
  }
}

function connect(url: string, onTrouble: RateLimiterOptions['onTrouble']): Redis {
  const redis = new Redis(url, {
    connectionName: 'fairmark-api-limits',
    commandTimeout: COMMAND_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    connectTimeout: 3_000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
  });
  let reported = false;
  redis.on('ready', () => (reported = false));
  redis.on('error', (error: unknown) => {
    if (!reported) onTrouble?.('Redis cannot be reached: each process counts rate limits on its own', error);
    reported = true;
  });
  return redis;
}
