import { fullDisks, lookAtDisks, runEvery, type Logger } from '@fairmark/server';
import { Gauge, type Registry } from 'prom-client';

const LOOK_EVERY_MS = 600_000;

/** Warns in the log, every ten minutes, of disks that are nearly full, and reports to Prometheus what is free on each. */
export function watchDisks(
  folders: readonly string[],
  { metrics, logger }: { metrics: Registry; logger: Logger },
): { stop(): Promise<void> } {
  const ending = new AbortController();
  const look = async (): Promise<void> => {
    for (const disk of await fullDisks(folders)) logger.warn(disk, 'a disk is nearly full or cannot be reached');
  };
  const looking = runEvery(look, {
    everyMs: LOOK_EVERY_MS,
    signal: ending.signal,
    onError: (err) => logger.warn({ err }, 'how full the disks are is not known'),
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
      await looking;
    },
  };
}
