import type { EventMetadata, EventStore, RecordedEvent } from '@fairmark/events';
import { Pool } from 'pg';

/** An event as far as a fold needs it: of the metadata, the time and the version alone. */
export type FoldedEvent = Omit<RecordedEvent, 'metadata'> & {
  metadata: Pick<EventMetadata, 'recordedAt' | 'schemaVersion'>;
};

/** Reads the log in pages: from after a position (null: from its first event), in order, empty at its end. */
export interface LogReader {
  page(after: bigint | null, limit: number): Promise<FoldedEvent[]>;
}

/** Any store's pages. */
export function storeReader(store: EventStore): LogReader {
  return { page: (after, limit) => store.readAll(after, { limit }) };
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
    const { rows } = await this.pool.query<Page>({ name: 'page', text: PAGE, values: [after ?? 0n, limit] });
    return rows.flatMap(eventsOf);
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}

function eventsOf(page: Page): FoldedEvent[] {
  if (page.positions === null) return [];
  const [revisions, ids] = [page.revisions.split(','), page.ids.split(',')];
  const [types, streams, times] = [page.types, page.streams, page.times].map((list) => JSON.parse(list) as string[]);
  const versions = JSON.parse(page.versions) as number[];
  const data = JSON.parse(`[${page.data}]`) as unknown[];
  return page.positions.split(',').map((position, i) => ({
    id: ids[i] ?? '',
    type: types?.[i] ?? '',
    stream: streams?.[i] ?? '',
    revision: BigInt(revisions[i] ?? 0),
    position: BigInt(position),
    data: data[i],
    metadata: { recordedAt: times?.[i] ?? '', schemaVersion: versions[i] ?? 0 },
  }));
}
