import { RateLimiterMemory, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';

/** So many uses in so many seconds, counted by key. */
export interface Bucket {
  name: string;
  points: number;
  seconds: number;
}

/** Counts uses. Kept narrow, so that another place to count in (one that several processes share) is one class. */
export interface RateLimiter {
  /** Takes one use. Null: it is within the bucket; else milliseconds until the next one is. */
  take(bucket: Bucket, key: string): Promise<number | null>;
  /** Counts one, whatever the bucket allows, and answers how many there are now. */
  count(bucket: Bucket, key: string): Promise<number>;
  /** How many there are. */
  counted(bucket: Bucket, key: string): Promise<number>;
  /** Shuts a key for a time. */
  shut(bucket: Bucket, key: string, ms: number): Promise<void>;
  /** Milliseconds for which a key is still shut, 0 when it is open. */
  shutFor(bucket: Bucket, key: string): Promise<number>;
  forget(bucket: Bucket, key: string): Promise<void>;
}

/** Counts in this process. */
export class MemoryRateLimiter implements RateLimiter {
  private readonly limiters = new Map<string, RateLimiterAbstract>();

  /** @param scale multiplies every bucket's uses */
  constructor(private readonly scale: number) {}

  async take(bucket: Bucket, key: string): Promise<number | null> {
    try {
      await this.of(bucket).consume(key);
      return null;
    } catch (answer) {
      if (answer instanceof RateLimiterRes) return Math.max(1, answer.msBeforeNext);
      throw answer;
    }
  }

  async count(bucket: Bucket, key: string): Promise<number> {
    return (await this.of(bucket).penalty(key)).consumedPoints;
  }

  async counted(bucket: Bucket, key: string): Promise<number> {
    return (await this.of(bucket).get(key))?.consumedPoints ?? 0;
  }

  async shut(bucket: Bucket, key: string, ms: number): Promise<void> {
    await this.of(bucket).block(key, Math.ceil(ms / 1_000));
  }

  async shutFor(bucket: Bucket, key: string): Promise<number> {
    const state = await this.of(bucket).get(key);
    return state === null || state.remainingPoints > 0 ? 0 : state.msBeforeNext;
  }

  async forget(bucket: Bucket, key: string): Promise<void> {
    await this.of(bucket).delete(key);
  }

  private of(bucket: Bucket): RateLimiterAbstract {
    const known = this.limiters.get(bucket.name);
    if (known !== undefined) return known;
    const limiter = new RateLimiterMemory({
      keyPrefix: bucket.name,
      points: Math.max(1, Math.floor(bucket.points * this.scale)),
      duration: bucket.seconds,
    });
    this.limiters.set(bucket.name, limiter);
    return limiter;
  }
}
