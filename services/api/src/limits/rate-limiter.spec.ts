import { eventually } from '@fairmark/events/testing/eventually';
import { findProgram, TestRedis } from '@fairmark/tools';
import { Redis } from 'ioredis';
import { RateLimiter } from './rate-limiter.js';

const program = findProgram('redis-server');
const withRedis = program === null ? describe.skip : describe;

const BUCKET = { name: 'test', points: 3, seconds: 60 };

/** Tests for both ways of counting. */
function countsUses(limiter: () => RateLimiter): void {
  let nth = 0;
  const newKey = () => `golfer ${(nth += 1)}@golfers.test`;

  it('allows as many uses as the bucket holds, then answers how long to wait', async () => {
    const key = newKey();
    for (let use = 0; use < BUCKET.points; use += 1) expect(await limiter().take(BUCKET, key)).toBeNull();
    const wait = await limiter().take(BUCKET, key);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(BUCKET.seconds * 1_000);
    expect(await limiter().take(BUCKET, newKey())).toBeNull();
  });

  it('counts beyond the bucket, and forgets on request', async () => {
    const key = newKey();
    for (let use = 1; use <= BUCKET.points + 2; use += 1) expect(await limiter().count(BUCKET, key)).toBe(use);
    await limiter().uncount(BUCKET, key);
    expect(await limiter().count(BUCKET, key)).toBe(BUCKET.points + 2);
    await limiter().forget(BUCKET, key);
    expect(await limiter().take(BUCKET, key)).toBeNull();
  });

  it('waits for the period of the use that was allowed', async () => {
    const key = newKey();
    const gate = { name: 'gate', points: 1, seconds: 60 };
    expect(await limiter().take({ ...gate, seconds: 10 }, key)).toBeNull();
    const ms = await limiter().take(gate, key);
    expect(ms).toBeGreaterThan(5_000);
    expect(ms).toBeLessThanOrEqual(10_000);
  });
}

describe('counting in this process', () => {
  const limiter = new RateLimiter({ scale: 1 });
  countsUses(() => limiter);
});

withRedis('counting in Redis', () => {
  let redis: TestRedis;
  let one: RateLimiter;
  let other: RateLimiter;
  let trouble: string[];

  beforeAll(async () => {
    redis = await TestRedis.start(program ?? '');
  });
  beforeEach(async () => {
    trouble = [];
    const options = { url: redis.url, scale: 1, onTrouble: (what: string) => void trouble.push(what) };
    one = new RateLimiter(options);
    other = new RateLimiter(options);
    await eventually(() => one.shared && other.shared);
  });
  afterEach(() => {
    one.close();
    other.close();
  });
  afterAll(() => redis?.remove());

  countsUses(() => one);

  it('stores no email in Redis, and nothing without an expiry', async () => {
    await one.take(BUCKET, 'anna.unusual@golfers.test');
    const looking = new Redis(redis.url);
    try {
      const keys = await looking.keys('*');
      expect(keys.length).toBeGreaterThan(0);
      expect(keys.join(' ')).not.toContain('unusual');
      for (const key of keys) expect(await looking.pttl(key)).toBeGreaterThan(0);
    } finally {
      looking.disconnect();
    }
  });

  it('locks no golfer out when Redis is emptied, and continues counting', async () => {
    for (let use = 0; use <= BUCKET.points; use += 1) await one.take(BUCKET, 'flushed');
    const admin = new Redis(redis.url);
    await admin.flushall();
    await admin.script('FLUSH');
    admin.disconnect();
    expect(await one.take(BUCKET, 'flushed')).toBeNull();
    expect(await one.count(BUCKET, 'flushed')).toBe(2);
  });

  it('counts by itself while Redis is down, reports it once, and shares again when it is back', async () => {
    await redis.kill();
    await eventually(() => !one.shared);
    for (let use = 0; use < BUCKET.points; use += 1) expect(await one.take(BUCKET, 'down')).toBeNull();
    expect(await one.take(BUCKET, 'down')).not.toBeNull();
    await eventually(() => trouble.length >= 2);
    expect(trouble).toHaveLength(2);
    await redis.start();
    await eventually(() => one.shared && other.shared);
    expect(await other.take(BUCKET, 'back')).toBeNull();
    expect(await one.count(BUCKET, 'back')).toBe(2);
  });

  it('does not wait for a frozen Redis, reports it once, and shares again when it recovers', async () => {
    redis.freeze();
    try {
      expect(await one.take(BUCKET, 'frozen')).toBeNull();
      expect(await other.take(BUCKET, 'frozen')).toBeNull();
      await eventually(() => !one.shared && !other.shared);
      const from = performance.now();
      // Each would wait a quarter of a second for an answer.
      for (let use = 0; use < 20; use += 1) await one.take(BUCKET, 'frozen');
      expect(performance.now() - from).toBeLessThan(1_000);
      // Attempts to connect fail meanwhile, and are not reported.
      await eventually(() => trouble.length >= 2);
      expect(await one.take(BUCKET, 'frozen')).not.toBeNull();
      expect(trouble).toHaveLength(2);
    } finally {
      redis.thaw();
    }
    await eventually(() => one.shared && other.shared);
    expect(await other.take(BUCKET, 'resumed')).toBeNull();
    expect(await one.count(BUCKET, 'resumed')).toBe(2);
  });
});
