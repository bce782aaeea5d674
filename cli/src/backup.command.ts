import type { CommandSpec } from './shell/command.js';
import { openDatabase } from './shell/open.js';
import { resolvePath } from './shell/shell.js';
import { describe, summary } from './backup/manifest.js';
import { nightlyCommand } from './nightly/nightly.command.js';
import { verifyBackup } from './backup/verify-backup.js';
import { backUp } from './backup/write-backup.js';

const verifyCommand: CommandSpec = {
  name: 'verify',
  summary: 'check that a backup is as it was written',
  about: `
Checks every file's hash, the number and order of events, the hash of every event and the chain of every round.
Needs no database. What is wrong is named, and the exit code is 1.`,
  args: [['<folder>', 'a backup']],
  examples: [['Check a backup', 'backup verify /backups/monday']],
  run: async (job, _options, given: string) => {
    const { shell, signal, progress } = job;
    const folder = resolvePath(shell, given);
    const { manifest } = await verifyBackup({ folder, progress, signal });
    job.result({ ok: true, folder, ...summary(manifest) }, `${folder} is whole: ${describe(manifest)}.`);
  },
};

export const backupCommand: CommandSpec = {
  name: 'backup',
  summary: 'write everything that cannot be derived into a folder',
  about: `
Writes the log of all rounds and competitions, accounts, courses and adverts, as they are at one moment,
into a new folder, whether Fairmark runs or not. Tables that are derived from the log are left out: they are
built from it again.

The folder holds personal data and password hashes. Its files can be read by you alone; keep them so.`,
  args: [['<folder>', 'a folder that is not there yet']],
  examples: [
    ['Back up', 'backup /backups/monday'],
    ['Check a backup', 'backup verify /backups/monday'],
    ['Back up each night', 'backup nightly /backups'],
  ],
  interrupted: 'Nothing of the backup was kept.',
  run: async (job, _options, given: string) => {
    const folder = resolvePath(job.shell, given);
    const manifest = await backUp(job, await openDatabase(job), folder);
    job.result({ ok: true, folder, ...summary(manifest) }, `Backed up ${describe(manifest)} into ${folder}.`);
  },
  commands: [verifyCommand, nightlyCommand],
};
