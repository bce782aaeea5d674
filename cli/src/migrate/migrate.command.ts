import { migrate } from '@fairmark/read-models';
import type { Command } from 'commander';
import { onDatabase } from '../shell/database.js';
import { examples, type Register } from '../shell/job.js';

/** `migrate`: the only command that changes a schema of a database that holds something. */
export const migrateCommand: Register = (parent, run) => {
  parent
    .command('migrate')
    .summary("bring the database of DATABASE_URL up to this build's schemas")
    .description("Brings the database of DATABASE_URL up to this build's schemas. A start does it by itself.")
    .addHelpText('after', examples(['Before a restore into an empty database', 'migrate']))
    .action((_options: object, command: Command) =>
      run(command, async ({ shell, output }) => {
        await onDatabase(shell, (url) => migrate(url, { setBack: shell.env.SET_BACK === 'on' }));
        output.result({ ok: true }, "The database has this build's schemas.");
      }),
    );
};
