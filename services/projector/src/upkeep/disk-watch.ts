import { fullDisks, lookAtDisks, runEvery, type Logger } from '@fairmark/server';
import { Gauge, type Registry } from 'prom-client';

const CHECK_EVERY_MS = 600_000;

/** Logs a warning every ten minutes for disks that are nearly full, and exports each disk's free space as a metric. */
export function watchDisks(
  folders: readonly string[],
  { metrics, logger }: { metrics: Registry; logger: Logger },
): { stop(): Promise<void> } {
  const ending = new AbortController();
  const check = async (): Promise<void> => {
    for (const disk of await fullDisks(folders)) logger.warn(disk, 'a disk is nearly full or cannot be reached');
  };
  const checking = runEvery(check, {
    everyMs: CHECK_EVERY_MS,
    signal: ending.signal,
    onError: (err) => logger.warn({ err }, 'the disks could not be checked'),
  });
  const gauge = new Gauge({
    name: 'fairmark_disk_free_bytes',
    help: 'Free on the disk of a folder; no value where that cannot be reached',
    labelNames: ['folder'],
    registers: [],
    async collect() {
      this.reset();
      for (const { folder, freeBytes } of await lookAtDisks(folders)) {
        if (freeBytes !== null) this.set({ folder }, freeBytes);
      }
    },
  });
  metrics.registerMetric(gauge);
  return {
    stop: async () => {
      ending.abort();
      await checking;
    },
  };
}
