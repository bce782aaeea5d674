import type { Command } from 'commander';
import { withClient } from '../shell/database.js';
import { Misused } from '../shell/failure.js';
import { examples, prose, type Job, type Register } from '../shell/job.js';
import { counted } from '../shell/output.js';
import { copyLog, type CopyResult } from './copy-log.js';
import { StoreWriter, type LogWriter } from './log-writer.js';
import { PostgresWriter } from './postgres-writer.js';
import { withNamedLog } from '../shell/target.js';

interface Given {
  from: string;
  to: string;
}

/** `log copy`. */
export const logCommand: Register = (parent, run) => {
  const log = parent.command('log').summary('work on the log of events').description('Works on the log of events.');
  log
    .command('copy')
    .summary('copy the log into another store')
    .description(
      prose(`
Copies a log into an empty one, from Postgres into EventStoreDB, back, or between two of a kind: every event in order, with its id,
its data and its metadata. At the end both are compared event by event, and every hash is computed again. A target that holds how the
log begins is gone on with.

Interrupted, it goes on where it was when it is run again. It may be run while Fairmark runs, to have most of it done; the
last run comes after Fairmark was stopped. The log that is copied is not changed.

The new log has an id and positions of its own: derived tables are built from it anew (npm run rebuild). Anchors of the log that was
copied hold for the new one.

A log is "postgres" (in the database of DATABASE_URL, or of the data folder), "eventstoredb" (at EVENT_STORE_URL), or a postgres:// or
esdb:// address. Give none with a password here: lists of processes show it.`),
    )
    .option('--from <log>', 'the log to copy', 'postgres')
    .option('--to <log>', 'the log to copy it into', 'eventstoredb')
    .addHelpText(
      'after',
      examples(
        ['Into the EventStoreDB of EVENT_STORE_URL', 'log copy'],
        ['Into another', 'log copy --to "esdb://127.0.0.1:2113?tls=false"'],
        ['From the EventStoreDB of EVENT_STORE_URL back into Postgres', 'log copy --from eventstoredb --to postgres'],
      ),
    )
    .action((given: Given, command: Command) =>
      run(command, (job) => copy(job, given), 'What was copied stays: run it again, and it goes on where it was.'),
    );
};

async function copy({ shell, output, progress }: Job, given: Given): Promise<void> {
  if (given.from === given.to) throw new Misused('--from and --to are the same log.');
  const { signal } = shell;
  const result = await withNamedLog(shell, given.to, (to) =>
    withNamedLog(shell, given.from, (from) => {
      const total = async (): Promise<number | null> =>
        from.databaseUrl === null ? null : Number((await from.store.head()) ?? 0n);
      const write = (writer: LogWriter): Promise<CopyResult> =>
        copyLog({ from: from.store, to: to.store, writer, total, progress, signal });
      if (to.databaseUrl === null) return write(new StoreWriter(to.store));
      return withClient(to.databaseUrl, 'fairmark ops log', (client) => write(new PostgresWriter(client)));
    }),
  );
  progress.stop();
  output.result({ ok: true, ...result }, inWords(result));
}

function inWords({ events, copied, streams, toLog }: CopyResult): string {
  const whole = `Both logs hold the same ${counted(events, 'event')} in ${counted(streams, 'stream')}, ${copied.toLocaleString('en-AU')} of them copied now.`;
  return `${whole} The new log is ${toLog}. Let EVENT_STORE_URL say where it is, then build the tables from it: npm run rebuild.`;
}
