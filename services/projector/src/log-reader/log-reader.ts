import type { EventMetadata, RecordedEvent } from '@fairmark/events';
import type { EventStore } from '@fairmark/event-store';
import { Pool } from 'pg';

/** An event as far as a fold needs it: of the metadata, the time and the version alone. */
export type FoldedEvent = Omit<RecordedEvent, 'metadata'> & {
  metadata: Pick<EventMetadata, 'recordedAt' | 'schemaVersion'>;
};

/** Reads the log in pages: from after a position (null: from its first event), in order, empty at its end. */
export interface LogReader {
  page(after: bigint | null, limit: number): Promise<FoldedEvent[]>;
  /** The same pages for one who reads on and on: where there is such, the next one is put together while one is worked on. */
  ahead?(): LogReader;
}

/** Any store's pages. */
export function storeReader(store: EventStore): Required<LogReader> {
  const read = (after: bigint | null, limit: number): Promise<RecordedEvent[]> => store.readAll(after, { limit });
  const end = (page: RecordedEvent[], limit: number): bigint | null =>
    (page.length === limit ? page.at(-1)?.position : null) ?? null;
  return { page: read, ahead: () => new AheadReader({ read, end, events: (page) => page }) };
}

/** A page, column by column: lists of numbers and ids, and JSON lists. Null where there is no event. */
interface Page {
  positions: string | null;
  revisions: string;
  ids: string;
  types: string;
  streams: string;
  times: string;
  versions: string;
  data: string;
}

/**
 * A text for each column of a whole page, and only what is folded. The rest of an event's metadata is most of its bytes; a value
 * for each column of each event costs more than parsing them all at once, and so does putting each event together. The inner select's order
 * is that of every list.
 */
const PAGE = `
  select string_agg(position::text, ',') as positions, string_agg(revision::text, ',') as revisions,
    string_agg(id::text, ',') as ids, json_agg(type)::text as types, json_agg(stream)::text as streams,
    json_agg(metadata -> 'recordedAt')::text as times, json_agg(metadata -> 'schemaVersion')::text as versions,
    string_agg(data::text, ',') as data
  from (select * from log.events where position > $1 order by position limit $2) as event`;

/** Pages of the Postgres log over a connection of its own. */
export class PostgresLogReader implements LogReader {
  private readonly pool: Pool;

  constructor(databaseUrl: string) {
    this.pool = new Pool({
      connectionString: databaseUrl,
      application_name: 'fairmark projector log',
      max: 1,
      connectionTimeoutMillis: 5_000,
      statement_timeout: 10_000,
      query_timeout: 12_000,
      keepAlive: true,
      // A plan that was made while the log was empty must not scan it later.
      options: '-c enable_seqscan=off',
    });
    // A connection that breaks between two pages is replaced for the next one.
    this.pool.on('error', () => undefined);
  }

  async page(after: bigint | null, limit: number): Promise<FoldedEvent[]> {
    return eventsOf(await this.read(after ?? 0n, limit));
  }

  /** For one reader alone: pages that were asked for before their time are those that come after its own. */
  ahead(): LogReader {
    return new AheadReader({
      read: (after, limit) => this.read(after ?? 0n, limit),
      end: (page, limit) => {
        const positions = positionsOf(page);
        return positions.length === limit ? BigInt(positions.at(-1) ?? 0) : null;
      },
      events: eventsOf,
    });
  }

  private async read(after: bigint, limit: number): Promise<Page | undefined> {
    const { rows } = await this.pool.query<Page>({ name: 'page', text: PAGE, values: [after, limit] });
    return rows[0];
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}

/** Pages as the log gives them, and what is read from those. */
interface Pages<Raw> {
  read(after: bigint | null, limit: number): Promise<Raw>;
  /** Position of the last event of a full page, null for one that is not full. */
  end(page: Raw, limit: number): bigint | null;
  events(page: Raw): FoldedEvent[];
}

/** While a page is being worked on here, the log puts the one after it together. */
class AheadReader<Raw> implements LogReader {
  private next: { after: bigint; limit: number; page: Promise<Raw> } | null = null;

  constructor(private readonly pages: Pages<Raw>) {}

  async page(after: bigint | null, limit: number): Promise<FoldedEvent[]> {
    const page = (await this.takeNext(after, limit)) ?? (await this.pages.read(after, limit));
    const end = this.pages.end(page, limit);
    this.next = null;
    if (end !== null) {
      const next = this.pages.read(end, limit);
      next.catch(() => undefined);
      this.next = { after: end, limit, page: next };
      // The question leaves this process before it is busy with the answer to the last one.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return this.pages.events(page);
  }

  /** The page that was asked for before its time, if it is the right one. One that is not full is read again: more may have come. */
  private async takeNext(after: bigint | null, limit: number): Promise<Raw | null> {
    const { next } = this;
    if (next === null || next.after !== after || next.limit !== limit) return null;
    const page = await next.page.catch(() => null);
    return page !== null && this.pages.end(page, limit) !== null ? page : null;
  }
}

function positionsOf(page: Page | undefined): string[] {
  return page?.positions?.split(',') ?? [];
}

function eventsOf(page: Page | undefined): FoldedEvent[] {
  const positions = positionsOf(page);
  if (page === undefined || positions.length === 0) return [];
  const [revisions, ids] = [page.revisions.split(','), page.ids.split(',')];
  const [types, streams, times] = [page.types, page.streams, page.times].map((list) => JSON.parse(list) as string[]);
  const versions = JSON.parse(page.versions) as number[];
  const data = JSON.parse(`[${page.data}]`) as unknown[];
  return positions.map((position, i) => ({
    id: ids[i] ?? '',
    type: types?.[i] ?? '',
    stream: streams?.[i] ?? '',
    revision: BigInt(revisions[i] ?? 0),
    position: BigInt(position),
    data: data[i],
    metadata: { recordedAt: times?.[i] ?? '', schemaVersion: versions[i] ?? 0 },
  }));
}
