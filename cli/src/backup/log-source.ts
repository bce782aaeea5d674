import { Readable } from 'node:stream';
import type { EventStore } from '@fairmark/event-store';
import type { RecordedEvent } from '@fairmark/events';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { Failed } from '../shell/failure.js';
import { eventsOf } from '../shell/events-of.js';
import { COPY_LOG } from './log-lines.js';

/** A log that is going to be written down. */
export interface LogSource {
  id: string;
  /** Position of its last event; null: none. */
  head: bigint | null;
  /** Up to this position numbers are left out; null: nowhere. */
  sparseTo: bigint | null;
  /** How many events it has; null where nobody knows before they were read. */
  events: number | null;
  /** Starts reading: lines of JSON, up to the head. */
  lines(): Readable;
}

/** The log in Postgres, as the snapshot of the client's transaction has it. */
export async function postgresSource(client: Client): Promise<LogSource> {
  const { rows } = await client.query<{ id: string; events: string; head: string | null; sparse_to: string | null }>(
    `select id, sparse_to, (select count(*) from log.events) as events, (select max(position) from log.events) as head
     from log.identity`,
  );
  const [log] = rows;
  if (log === undefined) throw new Failed('The log has no id: the database was not migrated.');
  const position = (text: string | null): bigint | null => (text === null ? null : BigInt(text));
  const [head, sparseTo] = [position(log.head), position(log.sparse_to)];
  return { id: log.id, head, sparseTo, events: Number(log.events), lines: () => client.query(copyTo(COPY_LOG)) };
}

/** The log of another store, up to where it ends now. */
export async function storeSource(store: EventStore, signal: AbortSignal): Promise<LogSource> {
  const [id, head] = [await store.logId(), await store.head()];
  return { id, head, sparseTo: head, events: null, lines: () => Readable.from(linesUpTo(store, head, signal)) };
}

async function* linesUpTo(store: EventStore, head: bigint | null, signal: AbortSignal): AsyncGenerator<Buffer> {
  for await (const event of eventsOf(store, null, signal)) {
    if (head === null || event.position > head) return;
    yield Buffer.from(`${lineOf(event)}\n`);
  }
}

/** As Postgres writes it. */
function lineOf({ position, stream, revision, id, type, data, metadata }: RecordedEvent): string {
  return JSON.stringify({ position: `${position}`, stream, revision: `${revision}`, id, type, data, metadata });
}
