import { LIMITS, type BackupsAnswer, type BackupSummary } from '@fairmark/contract';
import { isoTime, type Queries } from '../database/queries.js';

/** Rows further in the future come from a wrong clock. They are ignored, since they would hide later backups. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

export type BackupDone = Omit<BackupSummary, 'madeAt'> & { madeAt: Date };

/** In a column that must have a value: the folder could not be looked at. */
const UNKNOWN = -1;

/** Records a backup or the failed attempt at one; a second call for the same moment replaces its outcome. */
export async function recordBackup(database: Queries, done: BackupDone): Promise<void> {
  const { madeAt, folder, problem, events, bytes, freeBytes } = done;
  await database.query(
    `insert into app.backups (made_at, folder, problem, events, bytes, free_bytes) values ($1, $2, $3, $4, $5, $6)
     on conflict (made_at) do update set problem = excluded.problem, events = excluded.events, bytes = excluded.bytes`,
    [madeAt, folder, problem, events, bytes, Math.round(freeBytes ?? UNKNOWN)],
  );
}

/** The last backup, the last good one, and warnings, also if none was made though the first account is a week old. */
export async function readBackups(database: Queries, now: Date): Promise<Omit<BackupsAnswer, 'status' | 'fullDisks'>> {
  const { rows } = await database.query<BackupSummary>(
    `with made as (select * from app.backups where made_at < $1)
     select ${isoTime('made_at')} as "madeAt", folder, problem, events::float8, bytes::float8,
       nullif(free_bytes, ${UNKNOWN})::float8 as "freeBytes" from made
      where made_at in (select max(made_at) from made union all select max(made_at) from made where problem is null)
      order by made_at desc`,
    [new Date(now.getTime() + CLOCKS_DIFFER_MS)],
  );
  const [last = null, before = null] = rows;
  const lastGood = last?.problem === null ? last : before;
  if (last !== null) return { last, lastGood, warnings: warningsOf(last, lastGood, now) };
  const { rows: old } = await database.query('select from app.users where created_at < $1 limit 1', [
    new Date(now.getTime() - LIMITS.backupMissingMs),
  ]);
  return { last, lastGood, warnings: old.length === 0 ? [] : ['STALE'] };
}

function warningsOf(last: BackupSummary, lastGood: BackupSummary | null, now: Date): BackupsAnswer['warnings'] {
  const isStale = lastGood === null || now.getTime() - Date.parse(lastGood.madeAt) > LIMITS.backupStaleMs;
  const isFull = last.freeBytes !== null && last.freeBytes < LIMITS.backupsOfRoom * (lastGood?.bytes ?? 0);
  return [
    ...(last.problem === null ? [] : (['FAILED'] as const)),
    ...(isStale ? (['STALE'] as const) : []),
    ...(isFull ? (['DISK'] as const) : []),
  ];
}
