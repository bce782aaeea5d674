import type { Command } from 'commander';
import { inWords, summary } from '../backup/backup.command.js';
import { verifyBackup } from '../backup/verify-backup.js';
import { withClient, withDatabase } from '../shell/database.js';
import { Failed } from '../shell/failure.js';
import { examples, prose, type Register } from '../shell/job.js';
import { counted } from '../shell/output.js';
import { resolvePath, setting } from '../shell/shell.js';
import { rebuildTables, restoreBackup } from './restore.js';
import { refuseUnmigrated } from '../shell/refuse-unmigrated.js';

const INTO_POSTGRES =
  'EVENT_STORE_URL is set. A log is restored into Postgres: leave EVENT_STORE_URL out; then "log copy" takes it into an empty EventStoreDB.';

const TOO_LATE =
  'Everything is loaded already: the restore is finished. A second Ctrl-C leaves the derived tables to npm run rebuild.';

/** `restore FOLDER`. */
export const restoreCommand: Register = (parent, run) => {
  parent
    .command('restore')
    .summary('load a backup into an empty database')
    .description(
      prose(`
Verifies a backup, loads it into an empty database, compares what was loaded with the backup, and builds the
tables that are derived from the log.

Stop Fairmark first. Without DATABASE_URL the backup goes into the data folder (DATA_DIR), whose database is
made where there is none. With it, the database must have been migrated (npm run migrate) and be empty;
what is found in another is said, and nothing is changed.

Everything is loaded in one transaction: interrupted or killed before its end, this leaves the database empty,
and can be run again. Interrupted after it, this finishes, tables included; a second Ctrl-C leaves them to
npm run rebuild. A backup of an earlier release is fine, one of a later release is refused.`),
    )
    .argument('<folder>', 'a backup')
    .option('--no-rebuild', 'leave the derived tables to npm run rebuild')
    .addHelpText(
      'after',
      examples(
        ['Restore into the data folder of this machine', 'restore /backups/monday'],
        ['Restore and look at the answer with a program', 'restore /backups/monday --json'],
      ),
    )
    .action((given: string, { rebuild }: { rebuild: boolean }, command: Command) =>
      run(
        command,
        async ({ shell, output, progress }) => {
          if (setting(shell, 'EVENT_STORE_URL') !== undefined) throw new Failed(INTO_POSTGRES);
          const folder = resolvePath(shell, given);
          const { signal } = shell;
          const verified = await verifyBackup({ folder, progress, signal });
          const { manifest } = verified;
          await withDatabase(shell, { create: true }, async (url) => {
            await refuseUnmigrated(url);
            const streams = await withClient(url, 'fairmark ops restore', (client) =>
              restoreBackup(verified, { folder, client, progress, signal }),
            );
            if (signal.aborted) output.note(TOO_LATE);
            else signal.addEventListener('abort', () => output.note(TOO_LATE), { once: true });
            if (rebuild) await rebuildTables(url, progress);
            progress.stop();
            const after = rebuild
              ? 'The derived tables are built. Start Fairmark.'
              : 'The derived tables are not built: npm run rebuild.';
            output.result(
              { ok: true, folder, ...summary(manifest), streams, rebuilt: rebuild },
              `Restored ${inWords(manifest)}; ${counted(streams, 'chain')} of events checked. ${after}`,
            );
          });
        },
        'The database is as it was: run it again.',
      ),
    );
};
