import type { EventStore } from '@fairmark/events';
import { connected } from './connected.js';
import { addEvent, emptyPage, type HashedPage } from './hashed-page.js';
import { threadedPages, THREADS_AVAILABLE } from './page-threads.js';
import { fetchPage, hashPage, PAGE_EVENTS, type FetchedPage } from './read-page.js';

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
  /** Positions that are left out are missing events. */
  gapless: boolean;
  /** An event that stands where none of so few can be: before the first, or far behind the last; null: there is none. */
  misplaced(): Promise<Misplaced | null>;
  /** Every event after a position, up to another, in order. */
  pages(after: bigint, to: bigint, signal: AbortSignal): AsyncIterable<HashedPage>;
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

/** The log in Postgres. `store` is the same log, for single events. */
export async function postgresLog(
  databaseUrl: string,
  store: EventStore,
  { threads = THREADS, threadsFrom = THREADS_FROM }: ReadingOptions = {},
): Promise<ProvableLog> {
  const { head, misplaced } = await endsOf(databaseUrl);
  return {
    id: await store.logId(),
    head,
    gapless: true,
    misplaced: async () => misplaced,
    pages: (after, to, signal) => {
      const useThreads = threads > 0 && THREADS_AVAILABLE && to - after >= BigInt(threadsFrom);
      const ranges = rangesOf(after, to);
      return useThreads
        ? endingWith(threadedPages(databaseUrl, threads, ranges), signal)
        : plainPages(databaseUrl, ranges, signal);
    },
    eventAt: (stream, revision) => eventOf(store, stream, revision),
  };
}

/** The log of another store. */
export async function storeLog(store: EventStore): Promise<ProvableLog> {
  return {
    id: await store.logId(),
    head: await store.head(),
    gapless: false,
    misplaced: async () => null,
    pages: (after, to, signal) => storePages(store, { after, to, signal }),
    eventAt: (stream, revision) => eventOf(store, stream, revision),
  };
}

/** So many more positions than events are read for what is missing among them; one behind that would be read for ever. */
const MISSING_MAX = 1_000_000;

const LAST = `(select count(*) + ${MISSING_MAX} from log.events)`;

/** Where a log ends, and the first event that stands where none of it can. */
async function endsOf(databaseUrl: string): Promise<{ head: bigint | null; misplaced: Misplaced | null }> {
  const client = await connected(databaseUrl);
  try {
    const ends = await client.query<{ head: string | null }>(
      `select max(position)::text as head from log.events where position between 1 and ${LAST}`,
    );
    const found = await client.query<Record<keyof Misplaced, string>>(
      `select position::text, stream, revision::text, id::text from log.events e
       where e.position < 1 or e.position > ${LAST} order by e.position limit 1`,
    );
    const [head, row] = [ends.rows[0]?.head ?? null, found.rows[0]];
    const misplaced =
      row === undefined ? null : { ...row, position: BigInt(row.position), revision: BigInt(row.revision) };
    return { head: head === null ? null : BigInt(head), misplaced };
  } finally {
    await client.end().catch(() => undefined);
  }
}

function* rangesOf(from: bigint, to: bigint): Generator<{ after: bigint; to: bigint }> {
  const step = BigInt(PAGE_EVENTS);
  for (let after = from; after < to; after += step) yield { after, to: after + step < to ? after + step : to };
}

async function* endingWith(pages: AsyncIterable<HashedPage>, signal: AbortSignal): AsyncGenerator<HashedPage> {
  for await (const page of pages) {
    signal.throwIfAborted();
    yield page;
  }
}

/** One page after the other; the next is on its way while the caller works on this one. */
async function* plainPages(
  databaseUrl: string,
  ranges: Iterable<{ after: bigint; to: bigint }>,
  signal: AbortSignal,
): AsyncGenerator<HashedPage> {
  const client = await connected(databaseUrl);
  try {
    let fetched: FetchedPage | null = null;
    for (const range of ranges) {
      signal.throwIfAborted();
      const next = fetchPage(client, range.after, range.to);
      next.catch(() => undefined);
      if (fetched !== null) yield copied(fetched);
      fetched = await next;
    }
    if (fetched !== null) yield copied(fetched);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Pieces of a page's text would keep all of it. */
const copied = (page: FetchedPage): HashedPage => structuredClone(hashPage(page));

async function* storePages(
  store: EventStore,
  { after, to, signal }: { after: bigint; to: bigint; signal: AbortSignal },
): AsyncGenerator<HashedPage> {
  for (let position = after; position < to;) {
    signal.throwIfAborted();
    const events = await store.readAll(position === 0n ? null : position, { limit: PAGE_EVENTS });
    const page = emptyPage();
    for (const event of events) {
      const { position: at, revision } = event;
      if (at <= to) addEvent(page, { ...event, position: `${at}`, revision: `${revision}` });
    }
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
