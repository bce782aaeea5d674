import { RateLimiterMemory, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';

/** So many uses in so many seconds, counted by key. */
export interface Bucket {
  name: string;
  points: number;
  seconds: number;
}

/** How one bucket counts: uses in so many seconds, under a name of its own. */
export interface LimiterSettings {
  keyPrefix: string;
  points: number;
  duration: number;
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
  /** Ends what it holds open, where it does. */
  close?(): void;
}

/** What every place to count in has in common; a place says how it counts for one bucket. */
export abstract class CountingRateLimiter implements RateLimiter {
  private readonly limiters = new Map<string, RateLimiterAbstract>();

  /** @param scale multiplies every bucket's uses */
  constructor(private readonly scale: number) {}

  protected abstract limiterOf(settings: LimiterSettings): RateLimiterAbstract;

  /** How the place knows a key. */
  protected keyOf(key: string): string {
    return key;
  }

  async take(bucket: Bucket, key: string): Promise<number | null> {
    try {
      await this.of(bucket).consume(this.keyOf(key));
      return null;
    } catch (answer) {
      if (answer instanceof RateLimiterRes) return Math.max(1, answer.msBeforeNext);
      throw answer;
    }
  }

  async count(bucket: Bucket, key: string): Promise<number> {
    return (await this.of(bucket).penalty(this.keyOf(key))).consumedPoints;
  }

  async counted(bucket: Bucket, key: string): Promise<number> {
    return (await this.of(bucket).get(this.keyOf(key)))?.consumedPoints ?? 0;
  }

  async shut(bucket: Bucket, key: string, ms: number): Promise<void> {
    await this.of(bucket).block(this.keyOf(key), Math.ceil(ms / 1_000));
  }

  async shutFor(bucket: Bucket, key: string): Promise<number> {
    const state = await this.of(bucket).get(this.keyOf(key));
    return state === null || state.remainingPoints > 0 ? 0 : state.msBeforeNext;
  }

  async forget(bucket: Bucket, key: string): Promise<void> {
    await this.of(bucket).delete(this.keyOf(key));
  }

  private of(bucket: Bucket): RateLimiterAbstract {
    const known = this.limiters.get(bucket.name);
    if (known !== undefined) return known;
    const limiter = this.limiterOf({
      keyPrefix: bucket.name,
      points: Math.max(1, Math.floor(bucket.points * this.scale)),
      duration: bucket.seconds,
    });
    this.limiters.set(bucket.name, limiter);
    return limiter;
  }
}

/** Counts in this process. */
export class MemoryRateLimiter extends CountingRateLimiter {
  protected limiterOf(settings: LimiterSettings): RateLimiterAbstract {
    return new RateLimiterMemory(settings);
  }
}
