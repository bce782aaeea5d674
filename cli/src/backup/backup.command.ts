import type { Command } from 'commander';
import { withClient, withDatabase } from '../shell/database.js';
import { examples, prose, type Register } from '../shell/job.js';
import { counted } from '../shell/output.js';
import { resolvePath, setting } from '../shell/shell.js';
import { openEventStore } from '../shell/target.js';
import type { Manifest } from './manifest.js';
import { verifyBackup } from './verify-backup.js';
import { writeBackup } from './write-backup.js';

/** `backup FOLDER` and `backup verify FOLDER`. */
export const backupCommand: Register = (parent, run) => {
  const backup = parent
    .command('backup')
    .summary('write everything that cannot be derived into a folder')
    .description(
      prose(`
Writes the log of all rounds and competitions, accounts, courses and adverts, as they are at one moment,
into a new folder, while Fairmark goes on or while it is stopped. Tables that are derived from the log are
left out: they are built from it again.

The folder holds personal data and password hashes. Its files can be read by you alone; keep them so.`),
    )
    .argument('<folder>', 'a folder that is not there yet')
    .addHelpText(
      'after',
      examples(['Back up', 'backup /backups/monday'], ['Check a backup', 'backup verify /backups/monday']),
    );
  backup.action((given: string, _options: object, command: Command) =>
    run(
      command,
      async ({ shell, output, progress }) => {
        const folder = resolvePath(shell, given);
        const { signal } = shell;
        const address = setting(shell, 'EVENT_STORE_URL');
        const store = address === undefined ? null : await openEventStore(address);
        const write = (url: string): Promise<Manifest> =>
          withClient(url, 'fairmark ops backup', (client) => writeBackup({ folder, client, store, progress, signal }));
        try {
          const manifest = await withDatabase(shell, { create: false }, write);
          progress.stop();
          output.result({ ok: true, folder, ...summary(manifest) }, `Backed up ${inWords(manifest)} into ${folder}.`);
        } finally {
          await store?.close();
        }
      },
      'Nothing of the backup was kept.',
    ),
  );
  backup
    .command('verify')
    .summary('check that a backup is as it was written')
    .description(
      prose(`
Checks every file's hash and rows, the order of the log, the hash of every event and the chain of every round.
Needs no database. What is wrong is named, and the exit code is 1.`),
    )
    .argument('<folder>', 'a backup')
    .addHelpText('after', examples(['Check a backup', 'backup verify /backups/monday']))
    .action((given: string, _options: object, command: Command) =>
      run(command, async ({ shell, output, progress }) => {
        const folder = resolvePath(shell, given);
        const { manifest } = await verifyBackup({ folder, progress, signal: shell.signal });
        progress.stop();
        output.result({ ok: true, folder, ...summary(manifest) }, `${folder} is whole: ${inWords(manifest)}.`);
      }),
    );
};

/** What a program wants to know of a backup. */
export function summary({ version, createdAt, log, tables }: Manifest): Record<string, unknown> {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const { id, head, rows: events } = log;
  return { version, createdAt, logId: id, head, events, tables: tables.length, rows };
}

/** What a backup holds. */
export function inWords({ log, tables }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${counted(log.rows, 'event')} and ${counted(rows, 'row')} of ${counted(tables.length, 'table')}`;
}
