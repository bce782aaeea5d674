import type { CommandSpec } from '../shell/command.js';
import { Misused } from '../shell/failure.js';
import type { Job } from '../shell/job.js';
import { openClient, openNamedLog } from '../shell/open.js';
import { counted } from '../shell/output.js';
import { copyLog } from './copy-log.js';
import { postgresWriter, storeWriter } from './log-writer.js';

const copyCommand: CommandSpec = {
  name: 'copy',
  summary: 'copy the log into another store',
  about: `
Copies a log into an empty one, from Postgres into EventStoreDB, back, or between two of a kind: every event in order, with its id,
its data and its metadata. At the end both are compared event by event, and every hash is computed again. If the target
holds the beginning of the log, the copy continues from there. Fairmark may be running, except during the last run.

The new log has its own id and positions: rebuild the derived tables from it (npm run rebuild). Anchors of the copied log are valid for
the new one.

A log is "postgres" (in the database of DATABASE_URL, or of the data folder), "eventstoredb" (at EVENT_STORE_URL), or a postgres:// or
esdb:// address. Do not give an address with a password: process lists show it.`,
  options: [
    ['--from <log>', 'the log to copy', 'postgres'],
    ['--to <log>', 'the log to copy it into', 'eventstoredb'],
  ],
  examples: [
    ['Into the EventStoreDB of EVENT_STORE_URL', 'log copy'],
    ['Into another', 'log copy --to "esdb://127.0.0.1:2113?tls=false"'],
    ['From the EventStoreDB of EVENT_STORE_URL back into Postgres', 'log copy --from eventstoredb --to postgres'],
  ],
  interrupted: 'What was copied stays: run it again to continue.',
  run: copy,
};

export const logCommand: CommandSpec = {
  name: 'log',
  summary: 'work on the log of events',
  commands: [copyCommand],
};

async function copy(job: Job, given: Record<'from' | 'to', string>): Promise<void> {
  if (given.from === given.to) throw new Misused('--from and --to are the same log.');
  const to = await openNamedLog(job, given.to);
  const from = await openNamedLog(job, given.from);
  const write =
    to.databaseUrl === null
      ? storeWriter(to.store)
      : postgresWriter(await openClient(job, to.databaseUrl, 'fairmark ops log'));
  const total = from.databaseUrl === null ? null : Number((await from.store.head()) ?? 0n);
  const result = await copyLog(job, { from: from.store, to: to.store, write, total });
  const { events, copied, streams, toLog } = result;
  const setting = to.databaseUrl === null ? 'Set EVENT_STORE_URL to its address' : 'Leave EVENT_STORE_URL unset';
  const words = [
    `Both logs hold the same ${counted(events, 'event')} in ${counted(streams, 'stream')}, ${copied.toLocaleString('en-AU')} of them copied in this run.`,
    `The new log is ${toLog}. ${setting}, then rebuild the tables from it: npm run rebuild.`,
  ];
  job.result({ ok: true, ...result }, words.join(' '));
}
