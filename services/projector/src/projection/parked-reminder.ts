import { runEvery } from '@fairmark/server';
import type { ApplyOptions } from './apply-pages.js';

const REMIND_EVERY_MS = 5 * 60_000;

/** Says at once and then every few minutes, until the signal, how many streams stand still: one line is soon forgotten. */
export function remindOfParked({
  projection,
  logger,
  signal,
}: Pick<ApplyOptions, 'projection' | 'logger' | 'signal'>): void {
  const remind = (): void => {
    const { parkedStreams } = projection;
    if (parkedStreams > 0) logger.error({ parkedStreams }, 'streams stand still: their events cannot be applied');
  };
  void runEvery(remind, { everyMs: REMIND_EVERY_MS, signal, onError: (err) => logger.error({ err }) });
}
