import { migrate } from '@fairmark/read-models';
import type { CommandSpec } from '../shell/command.js';
import { onDatabase } from '../shell/open.js';

/** `migrate`: the only command that changes a schema of a database that holds something. */
export const migrateCommand: CommandSpec = {
  name: 'migrate',
  summary: "bring the database of DATABASE_URL up to this build's schemas",
  about: "Brings the database of DATABASE_URL up to this build's schemas. A start does it by itself.",
  examples: [['Before a restore into an empty database', 'migrate']],
  run: async (job) => {
    await onDatabase(job, (url) => migrate(url, { setBack: job.shell.env.SET_BACK === 'on' }));
    job.result({ ok: true }, "The database has this build's schemas.");
  },
};
