import type { EventStore } from '@fairmark/event-store';
import type { RecordedEvent } from '@fairmark/events';
import { LogCheck } from '../backup/log-check.js';
import type { CommandSpec } from '../shell/command.js';
import { batchesOf, eventsOf } from '../shell/events-of.js';
import { Failed, Misused } from '../shell/failure.js';
import type { Job, LongWork } from '../shell/job.js';
import { openClient, openNamedLog } from '../shell/open.js';
import { counted } from '../shell/output.js';
import { orderLost, postgresWriter, storeWriter, type LogWriter } from './log-writer.js';

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
  job.result(result, words.join(' '));
}

/** How often to catch up with a source that is still growing. */
const ROUNDS = 3;
/** Events and bytes of one call of the writer. */
const BATCH = { count: 1_000, size: 8_388_608 };

/**
 * Copies a log into another: every event, in order, with its id, data and metadata; positions and the log's id are the
 * new log's own. An interrupted copy is continued by the next one. Before this resolves, both logs were compared event
 * by event and every hash of the new one recomputed. Throws `Failed` if the new log holds anything else. A store that
 * does not answer in time ends the copy; the next one first reads which of the pending appends arrived. `events`: how
 * many both logs hold; `copied`: how many of these this run appended; `head`: position of the new log's last event.
 * `write`: into `to`; `total`: about how many events `from` has, or null if that is unknown.
 */
export async function copyLog(
  { progress, signal }: LongWork,
  { from, to, write, total }: { from: EventStore; to: EventStore; write: LogWriter; total: number | null },
) {
  const [fromLog, toLog] = [await from.logId(), await to.logId()];
  if (fromLog === toLog) throw new Failed('Both addresses name the same log.');
  /** Of the new log, which must begin as the old one does. */
  const check = new LogCheck(null);
  const left = (): number | null => (total === null ? null : total - check.events);
  /** Position in the old log of the last event that the new one is known to have. */
  let last: bigint | null = null;
  /** Number of events passed to the writer; some may not have been appended. */
  let written = 0;
  let eventsBefore: number | null = null;
  for (let rounds = 0; rounds < ROUNDS; rounds += 1) {
    progress.begin('Comparing', left());
    const originals = eventsOf(from, last, signal);
    for await (const event of eventsOf(to, check.head, signal)) {
      const { value: original } = await originals.next();
      if (original === undefined || !isCopy(event, original)) {
        throw written > 0 ? orderLost(event) : strangeEvent(event, check.events);
      }
      check.event(event);
      last = original.position;
      progress.add(1);
    }
    const { events, tails, head } = check;
    eventsBefore ??= events;
    progress.begin('Copying', left());
    const writtenBefore = written;
    for await (const batch of batchesOf(eventsOf(from, last, signal), bytesOf, BATCH)) {
      signal.throwIfAborted();
      written += batch.length;
      await write(batch);
      progress.add(batch.length);
    }
    if (written > writtenBefore) continue;
    return { events, copied: events - eventsBefore, streams: tails.size, fromLog, toLog, head };
  }
  throw new Failed(
    `${counted(check.events, 'event')} copied and compared, but the log is still growing: stop Fairmark and run this again. It continues from here.`,
  );
}

const bytesOf = ({ data, metadata }: RecordedEvent): number => Buffer.byteLength(JSON.stringify([data, metadata]));

function strangeEvent({ stream, revision, type }: RecordedEvent, compared: number): Failed {
  return new Failed(
    `The target holds other events: after ${counted(compared, 'event')} of this log comes ${type} (${stream} at ${revision}). Nothing is copied: name an empty target.`,
  );
}

function isCopy(event: RecordedEvent, original: RecordedEvent): boolean {
  const { id, stream, revision, type, metadata } = event;
  const same = id === original.id && stream === original.stream && revision === original.revision;
  return same && type === original.type && metadata.hash === original.metadata.hash;
}
