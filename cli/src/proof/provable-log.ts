import { logInSession, StoreUnavailable, type EventStore } from '@fairmark/event-store';
import type { RecordedEvent } from '@fairmark/events';
import type { Client } from 'pg';
import { pagesOf, type Readable } from '../shell/events-of.js';
import { Failed } from '../shell/failure.js';
import { holdLog } from './ordinary-log.js';

/** A log as a proof reads it. */
export interface ProvableLog {
  id: string;
  /** Position of the last event; null: none. */
  head: bigint | null;
  /** Up to this position there may be gaps; after it a gap is a missing event. */
  sparseTo: bigint;
  /** Pages of all events after a position (null: from the lowest there is) up to another, in order. */
  pages(after: bigint | null, to: bigint, signal: AbortSignal): AsyncIterable<RecordedEvent[]>;
}

/** The lowest position that Postgres can hold, far below every valid one: a forged table may hold events there. */
const LOWEST = -(2n ** 63n);

const HELD = 'select count(*)::text as held from log.events where position between $1 and $2 or position is null';

/** The log in Postgres. Throws `Failed` if it is not the ordinary table; so does reading it. */
export async function postgresLog(databaseUrl: string): Promise<ProvableLog> {
  const { client } = await holdLog(databaseUrl);
  try {
    const { rows } = await client.query<{ sparse: string | null }>(
      'select sparse_to::text as sparse from log.identity',
    );
    const log = logInSession(client);
    return {
      id: await log.logId(),
      head: await log.head(),
      sparseTo: BigInt(rows[0]?.sparse ?? 0),
      pages: (after, to, signal) => heldPages(databaseUrl, { after, to, signal }),
    };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The log of another store. */
export async function storeLog(store: EventStore): Promise<ProvableLog> {
  const head = await store.head();
  return {
    id: await store.logId(),
    head,
    sparseTo: head ?? 0n,
    pages: (after, to, signal) => pagesUpTo(fromAnywhere(store, after), { after, to, signal }),
  };
}

/** Positions of events by id, without those that the log lacks. Reads the log until it has found all. */
export async function positionsOf(
  ids: readonly string[],
  log: ProvableLog,
  signal: AbortSignal,
): Promise<Map<string, bigint>> {
  const [wanted, found] = [new Set(ids), new Map<string, bigint>()];
  for await (const page of log.pages(null, log.head ?? 0n, signal)) {
    for (const { id, position } of page) if (wanted.delete(id)) found.set(id, position);
    if (wanted.size === 0) break;
  }
  return found;
}

interface Part {
  after: bigint | null;
  to: bigint;
  signal: AbortSignal;
}

async function* heldPages(databaseUrl: string, part: Part): AsyncGenerator<RecordedEvent[]> {
  const { client, stillOrdinary } = await holdLog(databaseUrl);
  try {
    let read = 0;
    for await (const page of pagesUpTo(logInSession(client), { ...part, after: part.after ?? LOWEST })) {
      read += page.length;
      yield page;
    }
    await refuseUnread(client, read, part);
    await stillOrdinary();
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Refuses a table with events that paging skips: two at one position, if a page ends between them, or an event at null or at the
 * lowest bigint. Dropping the constraints allows such inserts.
 */
async function refuseUnread(client: Client, read: number, { after, to }: Part): Promise<void> {
  const from = after === null ? LOWEST : after + 1n;
  const { rows } = await client.query<{ held: string }>(HELD, [from, to]);
  const unread = Number(rows[0]?.held) - read;
  if (unread === 0) return;
  throw new Failed(
    `The log's tables are not as Fairmark makes them: up to position ${to} they hold ${unread} more than can be read in order, ` +
      'such as two events at one position or events without one.',
  );
}

async function* pagesUpTo(log: Readable, { after, to, signal }: Part): AsyncGenerator<RecordedEvent[]> {
  for await (const page of pagesOf(log, after, signal)) {
    const last = page.at(-1)?.position ?? to;
    yield page.filter(({ position }) => (after === null || position > after) && position <= to);
    if (last >= to) return;
  }
}

/** EventStoreDB cannot read from a position without an event, and does not say why: then the whole log is read. */
function fromAnywhere(store: EventStore, start: bigint | null): Readable {
  return {
    readAll: (after, options) =>
      store.readAll(after, options).catch((error: unknown) => {
        if (!(error instanceof StoreUnavailable) || after !== start || after === null) throw error;
        return store.readAll(null, options);
      }),
  };
}
