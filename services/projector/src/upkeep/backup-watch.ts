import { readBackups, runEvery, type Logger } from '@fairmark/server';
import { Gauge, type Registry } from 'prom-client';
import type { Pool } from 'pg';

const CHECK_EVERY_MS = 3_600_000;

/**
 * Logs a warning every hour while the last nightly backup failed, the last good one is stale or the disk is filling up,
 * and exports the age of the last good one as a metric. Without any backup it does not warn during the first week.
 */
export function watchBackups(
  pool: Pool,
  { metrics, logger, now = () => new Date() }: { metrics: Registry; logger: Logger; now?: () => Date },
): { stop(): Promise<void> } {
  const ending = new AbortController();
  const check = async (): Promise<void> => {
    const { last, lastGood, warnings } = await readBackups(pool, now());
    if (warnings.length === 0) return;
    const { problem, freeBytes } = last ?? {};
    logger.warn({ warnings, problem, freeBytes, lastGood: lastGood?.madeAt ?? null }, 'the nightly backup needs care');
  };
  const checking = runEvery(check, {
    everyMs: CHECK_EVERY_MS,
    signal: ending.signal,
    onError: (err) => logger.warn({ err }, 'the backups could not be checked'),
  });
  measureBackups(metrics, pool, now);
  return {
    stop: async () => {
      ending.abort();
      await checking;
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
