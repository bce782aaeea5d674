import { eventually } from '@fairmark/events/testing/eventually';
import { keptLog } from '@fairmark/projector/testing/kept-log';
import { findProgram, TestRedis } from '@fairmark/tools';
import { Redis } from 'ioredis';
import type { TooManyRequests } from '../http/refusal.js';
import { RateLimits } from './rate-limits.js';

const program = findProgram('redis-server');
const withRedis = program === null ? describe.skip : describe;

const BUCKET = { name: 'test', points: 3, seconds: 60 };

/** Seconds to wait for the next use; null if this one was allowed. */
const waitFor = (limits: RateLimits, key: string, bucket = BUCKET): Promise<number | null> =>
  limits.take(bucket, key).then(
    () => null,
    (refusal: TooManyRequests) => refusal.retryAfterSeconds,
  );

/** Tests for both ways of counting. */
function countsUses(limits: () => RateLimits): void {
  let nth = 0;
  const newKey = () => `golfer ${(nth += 1)}@golfers.test`;

  it('allows as many uses as the bucket holds, then answers how long to wait', async () => {
    const key = newKey();
    for (let use = 0; use < BUCKET.points; use += 1) expect(await waitFor(limits(), key)).toBeNull();
    const wait = await waitFor(limits(), key);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(BUCKET.seconds);
    expect(await waitFor(limits(), newKey())).toBeNull();
  });

  it('counts beyond the bucket, and forgets on request', async () => {
    const key = newKey();
    for (let use = 1; use <= BUCKET.points + 2; use += 1) expect(await limits().count(BUCKET, key)).toBe(use);
    await limits().uncount(BUCKET, key);
    expect(await limits().count(BUCKET, key)).toBe(BUCKET.points + 2);
    await limits().forget(BUCKET, key);
    expect(await waitFor(limits(), key)).toBeNull();
  });

  it('waits for the period of the use that was allowed', async () => {
    const key = newKey();
    const gate = { name: 'gate', points: 1, seconds: 60 };
    expect(await waitFor(limits(), key, { ...gate, seconds: 10 })).toBeNull();
    const seconds = await waitFor(limits(), key, gate);
    expect(seconds).toBeGreaterThan(5);
    expect(seconds).toBeLessThanOrEqual(10);
  });
}

describe('counting in this process', () => {
  const limits = new RateLimits({ rateLimitScale: 1 }, keptLog('silent').logger);
  countsUses(() => limits);
});

withRedis('counting in Redis', () => {
  let redis: TestRedis;
  let one: RateLimits;
  let other: RateLimits;
  let trouble: string[];

  beforeAll(async () => {
    redis = await TestRedis.start(program ?? '');
  });
  beforeEach(async () => {
    const { logger, lines } = keptLog('warn');
    trouble = lines;
    const config = { redisUrl: redis.url, rateLimitScale: 1 };
    one = new RateLimits(config, logger);
    other = new RateLimits(config, logger);
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
    for (let use = 0; use <= BUCKET.points; use += 1) await waitFor(one, 'flushed');
    const admin = new Redis(redis.url);
    await admin.flushall();
    await admin.script('FLUSH');
    admin.disconnect();
    expect(await waitFor(one, 'flushed')).toBeNull();
    expect(await one.count(BUCKET, 'flushed')).toBe(2);
  });

  it('counts by itself while Redis is down, reports it once, and shares again when it is back', async () => {
    await redis.kill();
    await eventually(() => !one.shared);
    for (let use = 0; use < BUCKET.points; use += 1) expect(await waitFor(one, 'down')).toBeNull();
    expect(await waitFor(one, 'down')).not.toBeNull();
    await eventually(() => trouble.length >= 2);
    expect(trouble).toHaveLength(2);
    await redis.start();
    await eventually(() => one.shared && other.shared);
    expect(await waitFor(other, 'back')).toBeNull();
    expect(await one.count(BUCKET, 'back')).toBe(2);
  });

  it('counts no use below zero that a slow Redis counted', async () => {
    for (let use = 0; use < 3; use += 1) await one.count(BUCKET, 'slow');
    redis.freeze();
    try {
      await Promise.all([1, 2, 3].map(() => one.uncount(BUCKET, 'slow')));
      expect(await one.count(BUCKET, 'slow')).toBe(1);
    } finally {
      redis.thaw();
    }
  });

  it('does not wait for a frozen Redis, reports it once, and shares again when it recovers', async () => {
    redis.freeze();
    try {
      expect(await waitFor(one, 'frozen')).toBeNull();
      expect(await waitFor(other, 'frozen')).toBeNull();
      await eventually(() => !one.shared && !other.shared);
      const from = performance.now();
      // Each would wait a quarter of a second for an answer.
      for (let use = 0; use < 20; use += 1) await waitFor(one, 'frozen');
      expect(performance.now() - from).toBeLessThan(1_000);
      // Attempts to connect fail meanwhile, and are not reported.
      await eventually(() => trouble.length >= 2);
      expect(await waitFor(one, 'frozen')).not.toBeNull();
      expect(trouble).toHaveLength(2);
    } finally {
      redis.thaw();
    }
    await eventually(() => one.shared && other.shared);
    expect(await waitFor(other, 'resumed')).toBeNull();
    expect(await one.count(BUCKET, 'resumed')).toBe(2);
  });
});
