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

/** Counts uses in this process. A subclass counts where several processes share the counts. */
export class RateLimiter {
  private readonly limiters = new Map<string, RateLimiterAbstract>();

  /** @param scale multiplies every bucket's uses */
  constructor(private readonly scale: number) {}

  protected limiterOf(settings: LimiterSettings): RateLimiterAbstract {
    return new RateLimiterMemory(settings);
  }

  /** How a key is written where it is counted. */
  protected keyOf(key: string): string {
    return key;
  }

  /** Ends what it holds open. */
  close(): void {}

  /** Takes one use. Null: it is within the bucket; else milliseconds until the next one is. */
  async take(bucket: Bucket, key: string): Promise<number | null> {
    try {
      await this.of(bucket).consume(this.keyOf(key));
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

  /** How many there are. */
  async counted(bucket: Bucket, key: string): Promise<number> {
    return (await this.of(bucket).get(this.keyOf(key)))?.consumedPoints ?? 0;
  }

  /** Shuts a key for a time. */
  async shut(bucket: Bucket, key: string, ms: number): Promise<void> {
    await this.of(bucket).block(this.keyOf(key), Math.ceil(ms / 1_000));
  }

  /** Milliseconds for which a key is still shut, 0 when it is open. */
  async shutFor(bucket: Bucket, key: string): Promise<number> {
    const state = await this.of(bucket).get(this.keyOf(key));
    return state === null || state.remainingPoints > 0 ? 0 : state.msBeforeNext;
  }

  async forget(bucket: Bucket, key: string): Promise<void> {
    await this.of(bucket).delete(this.keyOf(key));
  }

  private of({ name, points, seconds }: Bucket): RateLimiterAbstract {
    const scaled = Math.max(1, Math.floor(points * this.scale));
    const limiter = this.limiters.get(name) ?? this.limiterOf({ keyPrefix: name, points: scaled, duration: seconds });
    this.limiters.set(name, limiter);
    return limiter;
  }
}
