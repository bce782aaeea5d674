import { PostgresEventStore } from '@fairmark/events';
import { Option, type Command } from 'commander';
import { withDatabase } from '../cli/database.js';
import { Misused } from '../cli/failure.js';
import { examples, jsonOption, prose, type Register } from '../cli/job.js';
import { counted } from '../cli/output.js';
import { setting } from '../cli/shell.js';
import { refuseUnmigrated } from '../restore/restore.js';
import { copyLog, type CopyResult } from './copy-log.js';
import { openEventStore } from './target.js';

/** `log copy`. */
export const logCommand: Register = (parent, run) => {
  const log = parent.command('log').summary('work on the log of events').description('Works on the log of events.');
  log
    .command('copy')
    .summary('copy the log from Postgres into EventStoreDB')
    .description(
      prose(`
Copies the log that is in Postgres into an empty EventStoreDB: every event in order, with its id, its data and its
metadata. At the end both are compared event by event, and every hash is computed again.

Interrupted, it goes on where it was when it is run again. It may be run while Fairmark runs, to have most of it done; the
last run comes after Fairmark was stopped. The log in Postgres is not changed.

The new log has an id of its own: derived tables are built from it anew (npm run rebuild).`),
    )
    .addOption(new Option('--from <where>', 'the log to copy').choices(['postgres']).default('postgres'))
    .option(
      '--to <address>',
      'esdb:// address of the target; a password is safer in EVENT_STORE_URL, which is the default',
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['Into the EventStoreDB of EVENT_STORE_URL', 'log copy --from postgres'],
        ['Into another', 'log copy --from postgres --to "esdb://127.0.0.1:2113?tls=false"'],
      ),
    )
    .action((given: { to?: string }, command: Command) =>
      run(
        command,
        async ({ shell, output, progress }) => {
          const { signal } = shell;
          const to = await openEventStore(targetOf(given.to ?? setting(shell, 'EVENT_STORE_URL')));
          try {
            const result = await withDatabase(shell, { create: false }, async (url) => {
              await refuseUnmigrated(url);
              const from = new PostgresEventStore({ connectionString: url });
              try {
                return await copyLog({ from, to, progress, signal });
              } finally {
                await from.close();
              }
            });
            progress.stop();
            output.result({ ok: true, ...result }, inWords(result));
          } finally {
            await to.close();
          }
        },
        'What was copied stays: run it again, and it goes on where it was.',
      ),
    );
};

function targetOf(address: string | undefined): string {
  if (address === undefined) throw new Misused('Where to? Set EVENT_STORE_URL, or give --to an esdb:// address.');
  return address;
}

function inWords({ events, copied, streams, toLog }: CopyResult): string {
  const whole = `Both logs hold the same ${counted(events, 'event')} in ${counted(streams, 'stream')}, ${copied.toLocaleString('en-AU')} of them copied now.`;
  return `${whole} The new log is ${toLog}. Set EVENT_STORE_URL, then build the tables from it: npm run rebuild.`;
}
