import { readBackups, runEvery, type Logger } from '@fairmark/server';
import { Gauge, type Registry } from 'prom-client';
import type { Pool } from 'pg';

const LOOK_EVERY_MS = 3_600_000;

/**
 * Warns in the log, once an hour, while the last nightly backup failed, the last good one is stale or the disk runs full, and
 * reports the age of the last good one to Prometheus. Where none was ever made it is silent for the first week.
 */
export function watchBackups(
  pool: Pool,
  { metrics, logger, now = () => new Date() }: { metrics: Registry; logger: Logger; now?: () => Date },
): { stop(): Promise<void> } {
  const ending = new AbortController();
  const look = async (): Promise<void> => {
    const { last, lastGood, warnings } = await readBackups(pool, now());
    if (warnings.length === 0) return;
    const { problem, freeBytes } = last ?? {};
    logger.warn({ warnings, problem, freeBytes, lastGood: lastGood?.madeAt ?? null }, 'the nightly backup needs care');
  };
  const looking = runEvery(look, {
    everyMs: LOOK_EVERY_MS,
    signal: ending.signal,
    onError: (err) => logger.warn({ err }, 'how the backups are is not known'),
  });
  measureBackups(metrics, pool, now);
  return {
    stop: async () => {
      ending.abort();
      await looking;
    },
  };
}

function measureBackups(metrics: Registry, pool: Pool, now: () => Date): void {
  const gauges = [
    new Gauge({
      name: 'fairmark_backup_age_seconds',
      help: 'Age of the last good nightly backup; no value where there is none',
      registers: [],
      async collect() {
        this.remove();
        const lastGood = (await readBackups(pool, now()).catch(() => null))?.lastGood;
        if (lastGood) this.set((now().getTime() - Date.parse(lastGood.madeAt)) / 1_000);
      },
    }),
    new Gauge({
      name: 'fairmark_backup_free_bytes',
      help: 'Free on the disk of the nightly backups when the last one ended; no value where there is none',
      registers: [],
      async collect() {
        this.remove();
        const last = (await readBackups(pool, now()).catch(() => null))?.last;
        if (last) this.set(last.freeBytes);
      },
    }),
    new Gauge({
      name: 'fairmark_backup_warnings',
      help: '1 for what is wrong with the nightly backups: FAILED, STALE, DISK',
      labelNames: ['warning'],
      registers: [],
      async collect() {
        this.reset();
        const status = await readBackups(pool, now()).catch(() => null);
        for (const warning of status?.warnings ?? []) this.set({ warning }, 1);
      },
    }),
  ];
  for (const gauge of gauges) metrics.registerMetric(gauge);
}
