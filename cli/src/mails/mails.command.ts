import { APP_SCHEMA } from '@fairmark/server';
import type { CommandSpec } from '../shell/command.js';
import { openMigrated, openPool } from '../shell/open.js';

export const mailsCommand: CommandSpec = {
  name: 'mails',
  summary: 'mails that rounds and competitions cause',
  about: 'Mails that rounds and competitions cause: invitations, reminders, results.',
  commands: [
    {
      name: 'begin-anew',
      summary: 'send mails only about future events',
      about: `
Forgets how far the log has been read for mails. The running projector starts again at the current end of the log: earlier
events cause no mails. Mails that are already waiting are still sent.

Needed when the log and the database were not restored or moved together; the projector's log then says "events cause no mails".`,
      examples: [['After the log was moved', 'mails begin-anew']],
      run: async (job) => {
        const client = openPool(job, await openMigrated(job));
        const { rowCount } = await client.query(`delete from ${APP_SCHEMA}.mail_checkpoint`);
        const begun = rowCount === 1;
        job.result({ begun }, begun ? 'From now on, only new events cause mails.' : 'There was no position to forget.');
      },
    },
  ],
};
