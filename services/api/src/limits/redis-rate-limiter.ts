import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { RateLimiter, type LimiterSettings } from './rate-limiter.js';

/** A count that takes longer is made in this process instead: a limit never holds a score up. */
const ANSWERS_WITHIN_MS = 250;
/** A Redis that answers nothing for this long is gone: its connection is given up, so that nothing waits for it any more. */
const SILENT_MS = 1_000;
const RECONNECT_MS = { first: 100, most: 5_000 };
const PREFIX = 'fairmark:limit:';

/** Where it counts, how much, and who hears of trouble with it. */
export interface RedisRateLimiterOptions {
  url: string;
  /** Multiplies every bucket's uses. */
  scale: number;
  onTrouble: (what: string, error: unknown) => void;
}

/**
 * Counts in a Redis that several processes share. Nothing in it is missed: while it is away or empty each process counts by
 * itself. Keys are hashed, because some are golfers' emails.
 */
export class RedisRateLimiter extends RateLimiter {
  private readonly redis: Redis;

  constructor({ url, scale, onTrouble }: RedisRateLimiterOptions) {
    super(scale);
    this.redis = new Redis(url, {
      connectionName: 'fairmark-api-limits',
      commandTimeout: ANSWERS_WITHIN_MS,
      socketTimeout: SILENT_MS,
      connectTimeout: 3_000,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      retryStrategy: (attempt) => Math.min(RECONNECT_MS.first * 2 ** Math.min(attempt, 10), RECONNECT_MS.most),
    });
    let said = false;
    this.redis.on('ready', () => (said = false));
    this.redis.on('error', (error: unknown) => {
      // Once for each time that it goes away.
      if (!said) onTrouble('limits are counted in each process by itself: Redis cannot be reached', error);
      said = true;
    });
  }

  /** Whether counts are shared now. */
  get shared(): boolean {
    return this.redis.status === 'ready';
  }

  override close(): void {
    this.redis.disconnect();
  }

  protected override limiterOf(settings: LimiterSettings): RateLimiterAbstract {
    return new RateLimiterRedis({
      ...settings,
      keyPrefix: `${PREFIX}${settings.keyPrefix}`,
      storeClient: this.redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory(settings),
    });
  }

  protected override keyOf(key: string): string {
    return createHash('sha256').update(key).digest('base64url').slice(0, 22);
  }
}
