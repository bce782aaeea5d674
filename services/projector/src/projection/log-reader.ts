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

type Row = [
  position: string,
  revision: string,
  id: string,
  type: string,
  stream: string,
  at: string,
  version: number,
  data: unknown,
];

/**
 * One text for a whole page, and only what is folded. The rest of an event's metadata is most of its bytes, and a value for
 * each column of each event costs more than parsing them all at once.
 */
const PAGE = `
  select string_agg('[' || concat_ws(',', '"' || position || '"', '"' || revision || '"', to_json(id), to_json(type),
    to_json(stream), metadata -> 'recordedAt', metadata -> 'schemaVersion', data) || ']', ',' order by position) as page
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
    const { rows } = await this.pool.query<{ page: string | null }>({
      name: 'page',
      text: PAGE,
      values: [after ?? 0n, limit],
    });
    const found = JSON.parse(`[${rows[0]?.page ?? ''}]`) as Row[];
    return found.map(([position, revision, id, type, stream, recordedAt, schemaVersion, data]) => ({
      id,
      type,
      stream,
      revision: BigInt(revision),
      position: BigInt(position),
      data,
      metadata: { recordedAt, schemaVersion },
    }));
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}
