import { addGauge, fullDisks, lookAtDisks, readBackups, type Logger } from '@fairmark/server';
import type { Registry } from 'prom-client';
import type { Pool } from 'pg';
import { repeat } from '../jobs/repeat.js';

interface WatchOptions {
  metrics: Registry;
  logger: Logger;
  /** The current time; replaced in tests. */
  now?: () => Date;
}

const HOUR_MS = 3_600_000;
const TEN_MINUTES_MS = 600_000;

/**
 * Logs a warning every hour while the last nightly backup failed, the last good one is stale or the disk is filling up,
 * and exports the age of the last good one as a metric. Without any backup it does not warn during the first week.
 */
export function watchBackups(
  pool: Pool,
  { metrics, logger, now = () => new Date() }: WatchOptions,
): { stop(): Promise<void> } {
  const read = () => readBackups(pool, now()).catch(() => null);
  addGauge(metrics, {
    name: 'fairmark_backup_age_seconds',
    help: 'Age of the last good nightly backup; no value where there is none',
    async collect() {
      this.remove();
      const lastGood = (await read())?.lastGood;
      if (lastGood) this.set((now().getTime() - Date.parse(lastGood.madeAt)) / 1_000);
    },
  });
  addGauge(metrics, {
    name: 'fairmark_backup_free_bytes',
    help: 'Free on the disk of the nightly backups when the last one ended; no value where there is none',
    async collect() {
      this.remove();
      const { freeBytes = null } = (await read())?.last ?? {};
      if (freeBytes !== null) this.set(freeBytes);
    },
  });
  addGauge(metrics, {
    name: 'fairmark_backup_warnings',
    help: '1 for what is wrong with the nightly backups: FAILED, STALE, DISK',
    labelNames: ['warning'],
    async collect() {
      this.reset();
      for (const warning of (await read())?.warnings ?? []) this.set({ warning }, 1);
    },
  });
  const check = async (): Promise<void> => {
    const { last, lastGood, warnings } = await readBackups(pool, now());
    if (warnings.length === 0) return;
    const { problem, freeBytes } = last ?? {};
    logger.warn({ warnings, problem, freeBytes, lastGood: lastGood?.madeAt ?? null }, 'backups need attention');
  };
  const onError = (err: unknown): void => logger.warn({ err }, 'the backups could not be checked');
  return repeat(check, { everyMs: HOUR_MS, onError });
}

/** Logs a warning every ten minutes for disks that are nearly full, and exports each disk's free space as a metric. */
export function watchDisks(folders: readonly string[], { metrics, logger }: WatchOptions): { stop(): Promise<void> } {
  addGauge(metrics, {
    name: 'fairmark_disk_free_bytes',
    help: 'Free on the disk of a folder; no value where that cannot be reached',
    labelNames: ['folder'],
    async collect() {
      this.reset();
      for (const { folder, freeBytes } of await lookAtDisks(folders)) {
        if (freeBytes !== null) this.set({ folder }, freeBytes);
      }
    },
  });
  const check = async (): Promise<void> => {
    for (const disk of await fullDisks(folders)) logger.warn(disk, 'a disk is nearly full or cannot be reached');
  };
  const onError = (err: unknown): void => logger.warn({ err }, 'the disks could not be checked');
  return repeat(check, { everyMs: TEN_MINUTES_MS, onError });
}
