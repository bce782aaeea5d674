import { APP_SCHEMA } from '@fairmark/server';
import type { Command } from 'commander';
import { withClient } from '../shell/database.js';
import { examples, prose, type Register } from '../shell/job.js';
import { withMigrated } from '../shell/refuse-unmigrated.js';

/** `mails begin-anew`. */
export const mailsCommand: Register = (parent, run) => {
  const mails = parent
    .command('mails')
    .summary('mails that rounds and competitions cause')
    .description('Mails that rounds and competitions cause: invitations, reminders, results.');
  mails
    .command('begin-anew')
    .summary('let mails begin with what happens next')
    .description(
      prose(`
Forgets how far the log has been read for mails. The running projector begins at the end of the log that it has now: what happened
until then is mailed to nobody. Mails that wait already still go out.

Needed when the log and the database were not restored or moved together; the projector then says "the log causes no mails".`),
    )
    .addHelpText('after', examples(['After the log was moved', 'mails begin-anew']))
    .action((_given: object, command: Command) =>
      run(command, async ({ shell, output }) => {
        const begun = await withMigrated(shell, (url) =>
          withClient(url, 'fairmark ops mails', async (client) => {
            const { rowCount } = await client.query(`delete from ${APP_SCHEMA}.mail_checkpoint`);
            return rowCount === 1;
          }),
        );
        const words = begun ? 'Mails begin with what happens next.' : 'Mails had not begun yet: nothing was changed.';
        output.result({ ok: true, begun }, words);
      }),
    );
};
