import type { CommandSpec } from './shell/command.js';
import { openDatabase } from './shell/open.js';
import { resolvePath } from './shell/shell.js';
import { describe, summary } from './backup/manifest.js';
import { nightlyCommand } from './nightly/nightly.command.js';
import { verifyBackup } from './backup/verify-backup.js';
import { backUp } from './backup/write-backup.js';

const verifyCommand: CommandSpec = {
  name: 'verify',
  summary: 'check that a backup is intact',
  about: `
Checks every file's hash, the number and order of events, the hash of every event and the chain of every round.
Needs no database. Problems are listed, and the exit code is then 1.`,
  args: [['<folder>', 'a backup']],
  examples: [['Check a backup', 'backup verify /backups/monday']],
  run: async (job, _options, given: string) => {
    const folder = resolvePath(job.shell, given);
    const { manifest } = await verifyBackup(job, folder);
    const words = `${folder}, made at ${manifest.createdAt}, is intact: ${describe(manifest)}.`;
    job.result({ ok: true, folder, ...summary(manifest) }, words);
  },
};

export const backupCommand: CommandSpec = {
  name: 'backup',
  summary: 'back up everything that cannot be derived',
  about: `
Writes the log of all rounds and competitions, accounts, courses and adverts, as of one moment,
to a new folder, whether Fairmark is running or not. Tables that are derived from the log are left out: a restore
rebuilds them.

The folder holds personal data and password hashes. Only you can read its files; keep it that way.`,
  args: [['<folder>', 'a folder that does not exist yet']],
  examples: [
    ['Back up', 'backup /backups/monday'],
    ['Check a backup', 'backup verify /backups/monday'],
    ['Back up every night', 'backup nightly /backups'],
  ],
  interrupted: 'The incomplete backup was removed.',
  run: async (job, _options, given: string) => {
    const folder = resolvePath(job.shell, given);
    const manifest = await backUp(job, await openDatabase(job), folder);
    job.result({ ok: true, folder, ...summary(manifest) }, `Backed up ${describe(manifest)} to ${folder}.`);
  },
  commands: [verifyCommand, nightlyCommand],
};
