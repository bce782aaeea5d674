import { StoreUnavailable, type EventStore } from '@fairmark/event-store';
import type { RecordedEvent } from '@fairmark/events';
import type { Client } from 'pg';
import { eventsOf } from '../shell/events-of.js';
import { addEvent, emptyPage, type HashedPage } from './hashed-page.js';
import { holdLog } from './ordinary-log.js';
import { threadedPages, THREADS_AVAILABLE } from './page-threads.js';
import { connected, fetchPage, hashPage, PAGE_EVENTS, type FetchedPage } from './read-page.js';

/** An event as it is named, at a place where none can be. */
export interface Misplaced {
  position: bigint;
  stream: string;
  revision: bigint;
  id: string;
}

/** A log whose hashes are computed again. */
export interface ProvableLog {
  id: string;
  /** Position of the last event, misplaced ones apart; null: none. */
  head: bigint | null;
  /** After this position one that is left out is a missing event; up to it numbers are left out that no event has. */
  sparseTo: bigint;
  /** An event that stands where none of so few can be: before the first, or far behind the last; null: there is none. */
  misplaced(): Promise<Misplaced | null>;
  /** Every event after a position, up to another, in order. */
  pages(after: bigint, to: bigint, signal: AbortSignal): AsyncIterable<HashedPage>;
  /** Where events are, by their ids; those that the log does not have are left out. */
  positionsOf(ids: readonly string[], signal: AbortSignal): Promise<Map<string, bigint>>;
  /** The event of a stream at a revision; null: there is none. */
  eventAt(stream: string, revision: bigint): Promise<{ hash: string; recordedAt: string; position: bigint } | null>;
}

/** Fewer events are not worth a thread. */
const THREADS_FROM = 30_000;
const THREADS = 2;

/** How a log is read. */
export interface ReadingOptions {
  /** How many threads read and hash at once; 0: none. */
  threads?: number;
  /** Fewer events are read without threads. */
  threadsFrom?: number;
}

/**
 * The log in Postgres. `store` is the same log, for single events.
 *
 * @throws Failed where it is not the ordinary table; so does reading it
 */
export async function postgresLog(
  databaseUrl: string,
  store: EventStore,
  { threads = THREADS, threadsFrom = THREADS_FROM }: ReadingOptions = {},
): Promise<ProvableLog> {
  const { head, sparseTo, misplaced } = await endsOf(databaseUrl);
  return {
    id: await store.logId(),
    head,
    sparseTo,
    misplaced: async () => misplaced,
    pages: async function* pages(after, to, signal) {
      const { client, snapshot, stillOrdinary } = await holdLog(databaseUrl);
      try {
        const ranges = await rangesOf(client, { after, to, sparseTo });
        const useThreads = threads > 0 && THREADS_AVAILABLE && ranges.length * PAGE_EVENTS >= threadsFrom;
        const pages = useThreads
          ? threadedPages({ databaseUrl, snapshot }, threads, ranges)
          : plainPages(client, ranges);
        for await (const page of pages) {
          signal.throwIfAborted();
          yield page;
        }
        await stillOrdinary();
      } finally {
        await client.end().catch(() => undefined);
      }
    },
    positionsOf: (ids) => positionsById(databaseUrl, ids),
    eventAt: (stream, revision) => eventOf(store, stream, revision),
  };
}

/** The log of another store. */
export async function storeLog(store: EventStore): Promise<ProvableLog> {
  const head = await store.head();
  return {
    id: await store.logId(),
    head,
    sparseTo: head ?? 0n,
    misplaced: async () => null,
    pages: (after, to, signal) => storePages(store, { after, to, signal }),
    positionsOf: async (ids, signal) => {
      const [wanted, found] = [new Set(ids), new Map<string, bigint>()];
      for await (const { id, position } of eventsOf(store, null, signal)) {
        if (wanted.delete(id)) found.set(id, position);
        if (wanted.size === 0) break;
      }
      return found;
    },
    eventAt: (stream, revision) => eventOf(store, stream, revision),
  };
}

/** So many more positions than events are read for what is missing among them; one behind that would be read for ever. */
const MISSING_MAX = 1_000_000;

const LAST = `(select count(*) + ${MISSING_MAX} + coalesce((select sparse_to from log.identity), 0) from log.events)`;

/** Where a log ends, up to where it leaves numbers out, and the first event that stands where none of it can. */
async function endsOf(
  databaseUrl: string,
): Promise<Pick<ProvableLog, 'head' | 'sparseTo'> & { misplaced: Misplaced | null }> {
  const { client } = await holdLog(databaseUrl);
  try {
    const ends = await client.query<{ head: string | null; sparse: string | null }>(
      `select max(position)::text as head, (select sparse_to::text from log.identity) as sparse
       from log.events where position between 1 and ${LAST}`,
    );
    const found = await client.query<Record<keyof Misplaced, string>>(
      `select position::text, stream, revision::text, id::text from log.events e
       where e.position < 1 or e.position > ${LAST} order by e.position limit 1`,
    );
    const [{ head = null, sparse = null } = {}, row] = [ends.rows[0], found.rows[0]];
    const misplaced =
      row === undefined ? null : { ...row, position: BigInt(row.position), revision: BigInt(row.revision) };
    return { head: head === null ? null : BigInt(head), sparseTo: BigInt(sparse ?? 0), misplaced };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A part of a log: after a position, up to another. */
interface Range {
  after: bigint;
  to: bigint;
}

/** Ranges of at most a page of events each: by their numbers where these are counted, elsewhere by what stands there. */
async function rangesOf(client: Client, { after, to, sparseTo }: Range & { sparseTo: bigint }): Promise<Range[]> {
  const sparse = { after, to: to < sparseTo ? to : sparseTo };
  const ends = after < sparse.to ? [...(await pageEnds(client, sparse)), sparse.to] : [];
  const step = BigInt(PAGE_EVENTS);
  for (let end = ends.at(-1) ?? after; end < to;) ends.push((end = end + step < to ? end + step : to));
  return ends.map((end, at) => ({ after: ends[at - 1] ?? after, to: end }));
}

/** The position of each event with which a page is full. */
async function pageEnds(client: Client, { after, to }: Range): Promise<bigint[]> {
  const { rows } = await client.query<{ position: string }>(
    `select position::text from (
       select position, row_number() over (order by position) as nth from log.events
       where position > $1 and position <= $2
     ) as event where nth % ${PAGE_EVENTS} = 0 order by event.position`,
    [after, to],
  );
  return rows.map(({ position }) => BigInt(position));
}

async function positionsById(databaseUrl: string, ids: readonly string[]): Promise<Map<string, bigint>> {
  const client = await connected(databaseUrl);
  try {
    const { rows } = await client.query<{ id: string; position: string }>(
      'select id::text, position::text from log.events where id = any ($1::uuid[])',
      [ids],
    );
    return new Map(rows.map(({ id, position }) => [id, BigInt(position)]));
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** One page after the other; the next is on its way while the caller works on this one. */
async function* plainPages(client: Client, ranges: Iterable<Range>): AsyncGenerator<HashedPage> {
  let fetched: FetchedPage | null = null;
  for (const range of ranges) {
    const next = fetchPage(client, range.after, range.to);
    next.catch(() => undefined);
    if (fetched !== null) yield copied(fetched);
    fetched = await next;
  }
  if (fetched !== null) yield copied(fetched);
}

/** Pieces of a page's text would keep all of it. */
const copied = (page: FetchedPage): HashedPage => structuredClone(hashPage(page));

async function* storePages(
  store: EventStore,
  { after, to, signal }: { after: bigint; to: bigint; signal: AbortSignal },
): AsyncGenerator<HashedPage> {
  const pageAfter = (position: bigint): Promise<RecordedEvent[]> =>
    store.readAll(position === 0n ? null : position, { limit: PAGE_EVENTS });
  for (let position = after; position < to;) {
    signal.throwIfAborted();
    const events = await pageAfter(position).catch((error: unknown) => {
      if (!(error instanceof StoreUnavailable) || position !== after || after === 0n) throw error;
      // EventStoreDB cannot begin where no event stands, and says only that it could not read.
      return pageAfter(0n);
    });
    const page = emptyPage();
    for (const event of events) if (event.position > after && event.position <= to) addEvent(page, event);
    yield page;
    const last = events.at(-1);
    if (last === undefined) return;
    position = last.position;
  }
}

async function eventOf(store: EventStore, stream: string, revision: bigint) {
  const [event] = await store.readStream(stream, revision, { limit: 1 });
  if (event?.revision !== revision) return null;
  return { hash: event.metadata.hash, recordedAt: event.metadata.recordedAt, position: event.position };
}
