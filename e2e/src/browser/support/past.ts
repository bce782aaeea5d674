import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '@fairmark/tools';
import { eventually } from '@fairmark/events/testing/eventually';
import { Golfer } from '../../support/golfer.js';
import { ROOT, Service, type Stack } from '../../support/stack.js';

const BEHIND = pathToFileURL(path.join(ROOT, 'e2e/src/browser/support/days-ago.mjs'));
const READY_WITHIN_MS = 60_000;

/** Settings of a process whose clock is this many days behind, or ahead if negative. */
export const clockBehind = (days: number): Record<string, string> => ({
  NODE_OPTIONS: `--import ${BEHIND.href}`,
  DAYS_AGO: String(days),
});

/** Runs `work` as if some days ago: on a second api with the same data, whose clock is that far behind. */
export async function inThePast<Done>(
  stack: Stack,
  days: number,
  work: (asThen: (golfer: Golfer) => Promise<Golfer>) => Promise<Done>,
): Promise<Done> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const api = new Service('api', {
    DATABASE_URL: stack.databaseUrl,
    JWT_SECRET: randomBytes(32).toString('base64'),
    SMTP_URL: 'smtp://127.0.0.1:1',
    HOST: '127.0.0.1',
    PORT: String(port),
    RATE_LIMIT_SCALE: '1000',
    ...clockBehind(days),
  });
  api.start();
  try {
    await eventually(
      async () => (await fetch(`${base}/health/ready`).catch(() => null))?.ok === true,
      () => `the api of ${days} days ago is ready. Its output: ${api.output.slice(-2_000)}`,
      READY_WITHIN_MS,
    );
    return await work(({ profile, email }) => new Golfer(base, profile, email).signsIn());
  } finally {
    await api.kill();
  }
}
