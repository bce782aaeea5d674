import { describe, summary } from '../backup/manifest.js';
import { verifyBackup } from '../backup/verify-backup.js';
import type { CommandSpec } from '../shell/command.js';
import { Failed } from '../shell/failure.js';
import type { Job } from '../shell/job.js';
import { openClient, openLog, openMigrated } from '../shell/open.js';
import { counted } from '../shell/output.js';
import { resolvePath, setting } from '../shell/shell.js';
import { rebuildTables, restoreBackup } from './restore.js';

const INTO_POSTGRES =
  'EVENT_STORE_URL is set, but a log is restored into Postgres: unset EVENT_STORE_URL, and afterwards copy the log into an empty EventStoreDB with "log copy".';

const TOO_LATE =
  'Everything is already loaded, so the restore continues to its end. A second Ctrl-C leaves the derived tables to npm run rebuild.';

export const restoreCommand: CommandSpec = {
  name: 'restore',
  summary: 'load a backup into an empty database',
  about: `
Verifies a backup, loads it into an empty database, compares what was loaded with the backup, and builds the
tables that are derived from the log.

Stop Fairmark first. Without DATABASE_URL the backup goes into the data folder (DATA_DIR), whose database is
created if there is none. With it, the database must have been migrated (npm run migrate) and be empty.

Everything is loaded in one transaction: if this is interrupted or killed before its end, the database stays empty
and you can run it again. After it, Ctrl-C does not stop the building of the tables; a second one leaves them to
npm run rebuild. Backups of earlier releases can be restored, those of later releases are refused.`,
  args: [['<folder>', 'a backup']],
  options: [['--no-rebuild', 'leave the derived tables to npm run rebuild']],
  examples: [
    ['Restore into the data folder of this machine', 'restore /backups/monday'],
    ['Restore, with a result for programs', 'restore /backups/monday --json'],
  ],
  interrupted: 'The database is unchanged: run it again.',
  run: restore,
};

async function restore(job: Job, { rebuild }: { rebuild: boolean }, given: string): Promise<void> {
  const { shell, progress, signal } = job;
  if (setting(shell, 'EVENT_STORE_URL') !== undefined) throw new Failed(INTO_POSTGRES);
  const folder = resolvePath(shell, given);
  const verified = await verifyBackup(job, folder);
  const url = await openMigrated(job, { create: true });
  const client = await openClient(job, url, 'fairmark ops restore');
  const streams = await restoreBackup({ ...verified, client, progress, signal });
  if (signal.aborted) job.note(TOO_LATE);
  else signal.addEventListener('abort', () => job.note(TOO_LATE), { once: true });
  const rebuilt = rebuild && (await rebuildTables(job, await openLog(job, url), url));
  const unbuilt = rebuild
    ? 'Start Fairmark, which builds the derived tables and parks the event.'
    : 'The derived tables are not built: npm run rebuild.';
  const after = rebuilt ? 'The derived tables are built. Start Fairmark.' : unbuilt;
  job.result(
    { folder, ...summary(verified.manifest), streams, rebuilt },
    `Restored ${describe(verified.manifest)}; ${counted(streams, 'chain')} of events checked. ${after}`,
  );
}
