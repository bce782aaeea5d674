import { eventually } from '@fairmark/events/testing/eventually';
import { findProgram, TestRedis } from '@fairmark/tools';
import { Redis } from 'ioredis';
import { MailStand } from '../testing/mail-stand.js';
import type { RunningWork } from '../jobs/job-queue.js';

/** After this time `runProcess` kills a process that does not stop. */
const PROCESS_ENDS_WITHIN_MS = 5_000;
const program = findProgram('redis-server');

(program === null ? describe.skip : describe)('mails whose jobs are in Redis', () => {
  const mails = MailStand.forSuite();
  let redis: TestRedis;

  beforeEach(async () => {
    redis = await TestRedis.start(program ?? '');
    await mails.mailServerIsBack();
  });
  afterEach(() => redis.remove());

  const works = (): Promise<RunningWork> => mails.works({ redisUrl: redis.url });
  const ask = async (count: number): Promise<string[]> => {
    const emails: string[] = [];
    for (let n = 0; n < count; n += 1) {
      const { id, email } = await mails.golfer(`Golfer ${n}`);
      await mails.asks(id);
      emails.push(email);
    }
    return emails;
  };
  const sent = async () => (await mails.outbox()).every(({ sent_at: at }) => at !== null);
  const received = (emails: readonly string[]) => emails.map((email) => mails.catcher.mailsTo(email).length);

  it('are sent once each, and leave no emails in Redis', async () => {
    const emails = await ask(5);
    const worker = await works();
    await works();
    await eventually(sent);
    expect(received(emails)).toEqual([1, 1, 1, 1, 1]);
    await eventually(async () => Object.values((await worker.counts()) ?? {}).every((count) => count === 0));
    const looking = new Redis(redis.url);
    try {
      const keys = await looking.keys('*');
      for (const email of emails) expect(keys.join(' ')).not.toContain(email);
    } finally {
      looking.disconnect();
    }
  });

  it('wait while Redis is down, and are sent when it is back empty', async () => {
    const worker = await works();
    await mails.mailServerStops();
    const early = await ask(1);
    await eventually(async () => (await worker.counts())?.delayed === 1);
    await redis.kill();
    const late = await ask(1);
    await redis.start();
    await mails.mailServerIsBack();
    await eventually(sent);
    expect(received([...early, ...late])).toEqual([1, 1]);
  });

  it.each([
    ['is down', () => redis.kill()],
    ['is frozen', async () => redis.freeze()],
  ])('do not block the shutdown while Redis %s, and are sent after it', async (_, trouble) => {
    const worker = await works();
    await trouble();
    const emails = await ask(1);
    await eventually(() => mails.lines.some((line) => line.includes('The queue of jobs did not answer within')));
    const from = performance.now();
    await worker.stop();
    expect(performance.now() - from).toBeLessThan(PROCESS_ENDS_WITHIN_MS - 500);
    redis.thaw();
    await redis.kill();
    await redis.start();
    await works();
    await eventually(sent);
    expect(received(emails)).toEqual([1]);
  });
});
