import { describe, summary } from '../backup/manifest.js';
import { verifyBackup } from '../backup/verify-backup.js';
import type { CommandSpec } from '../shell/command.js';
import { Failed } from '../shell/failure.js';
import type { Job } from '../shell/job.js';
import { openClient, openDatabase, openLog, refuseUnmigrated } from '../shell/open.js';
import { counted } from '../shell/output.js';
import { resolvePath, setting } from '../shell/shell.js';
import { rebuildTables, restoreBackup } from './restore.js';

const INTO_POSTGRES =
  'EVENT_STORE_URL is set. A log is restored into Postgres: leave EVENT_STORE_URL out; then "log copy" takes it into an empty EventStoreDB.';

const TOO_LATE =
  'Everything is loaded already: the restore is finished. A second Ctrl-C leaves the derived tables to npm run rebuild.';

export const restoreCommand: CommandSpec = {
  name: 'restore',
  summary: 'load a backup into an empty database',
  about: `
Verifies a backup, loads it into an empty database, compares what was loaded with the backup, and builds the
tables that are derived from the log.

Stop Fairmark first. Without DATABASE_URL the backup goes into the data folder (DATA_DIR), whose database is
made where there is none. With it, the database must have been migrated (npm run migrate) and be empty.

Everything is loaded in one transaction: interrupted or killed before its end, this leaves the database empty,
and can be run again. Interrupted after it, this finishes, tables included; a second Ctrl-C leaves them to
npm run rebuild. A backup of an earlier release is fine, one of a later release is refused.`,
  args: [['<folder>', 'a backup']],
  options: [['--no-rebuild', 'leave the derived tables to npm run rebuild']],
  examples: [
    ['Restore into the data folder of this machine', 'restore /backups/monday'],
    ['Restore and look at the answer with a program', 'restore /backups/monday --json'],
  ],
  interrupted: 'The database is as it was: run it again.',
  run: restore,
};

async function restore(job: Job, { rebuild }: { rebuild: boolean }, given: string): Promise<void> {
  const { shell, signal, progress } = job;
  if (setting(shell, 'EVENT_STORE_URL') !== undefined) throw new Failed(INTO_POSTGRES);
  const folder = resolvePath(shell, given);
  const verified = await verifyBackup({ folder, progress, signal });
  const url = await openDatabase(job, { create: true });
  await refuseUnmigrated(url);
  const client = await openClient(job, url, 'fairmark ops restore');
  const streams = await restoreBackup(verified, { folder, client, progress, signal });
  if (signal.aborted) job.note(TOO_LATE);
  else signal.addEventListener('abort', () => job.note(TOO_LATE), { once: true });
  if (rebuild) await rebuildTables(await openLog(job, url), url, progress);
  const after = rebuild
    ? 'The derived tables are built. Start Fairmark.'
    : 'The derived tables are not built: npm run rebuild.';
  job.result(
    { ok: true, folder, ...summary(verified.manifest), streams, rebuilt: rebuild },
    `Restored ${describe(verified.manifest)}; ${counted(streams, 'chain')} of events checked. ${after}`,
  );
}
