import { addGauge, fullDisks, lookAtDisks, readBackups, repeat, type Logger } from '@fairmark/server';
import type { Registry } from 'prom-client';
import type { Pool } from 'pg';

interface WatchOptions {
  metrics: Registry;
  logger: Logger;
  now?: () => Date;
}

const HOUR_MS = 3_600_000;
const TEN_MINUTES_MS = 600_000;

/** Warns every hour of a failed or stale nightly backup and a full disk, and measures them. */
export function watchBackups(
  pool: Pool,
  { metrics, logger, now = () => new Date() }: WatchOptions,
): { stop(): Promise<void> } {
  const read = () => readBackups(pool, now());
  addGauge(metrics, {
    name: 'fairmark_backup_age_seconds',
    help: 'Age of the last good nightly backup; no value where there is none',
    read: async () => {
      const { lastGood } = await read();
      return lastGood && (now().getTime() - Date.parse(lastGood.madeAt)) / 1_000;
    },
  });
  addGauge(metrics, {
    name: 'fairmark_backup_warnings',
    help: '1 for what is wrong with the nightly backups: FAILED, STALE, DISK',
    label: 'warning',
    read: async () => Object.fromEntries((await read()).warnings.map((warning) => [warning, 1])),
  });
  const check = async (): Promise<void> => {
    const { last, lastGood, warnings } = await read();
    if (warnings.length === 0) return;
    const { problem, freeBytes } = last ?? {};
    logger.warn({ warnings, problem, freeBytes, lastGood: lastGood?.madeAt ?? null }, 'backups need attention');
  };
  const onError = (err: unknown): void => logger.warn({ err }, 'the backups could not be checked');
  return repeat(check, { everyMs: HOUR_MS, onError });
}

/** Warns every ten minutes of disks that are nearly full, and measures their free space. */
export function watchDisks(folders: readonly string[], { metrics, logger }: WatchOptions): { stop(): Promise<void> } {
  const help = 'Free on the disk of a folder; no value where that cannot be reached';
  const read = async () =>
    Object.fromEntries((await lookAtDisks(folders)).map(({ folder, freeBytes }) => [folder, freeBytes]));
  addGauge(metrics, { name: 'fairmark_disk_free_bytes', help, label: 'folder', read });
  const check = async (): Promise<void> => {
    for (const disk of await fullDisks(folders)) logger.warn(disk, 'a disk is nearly full or cannot be reached');
  };
  const onError = (err: unknown): void => logger.warn({ err }, 'the disks could not be checked');
  return repeat(check, { everyMs: TEN_MINUTES_MS, onError });
}
