import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Golfer } from '../../support/golfer.js';
import { ROOT, type Stack } from '../../support/stack.js';

const BEHIND = pathToFileURL(path.join(ROOT, 'e2e/src/browser/support/days-ago.mjs'));

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
  const index = await stack.addApi({ env: clockBehind(days) });
  try {
    await stack.ready(index);
    return await work(({ profile, email }) => new Golfer(stack.bases[index] ?? '', profile, email).signsIn());
  } finally {
    await stack.apis[index]?.kill();
  }
}
