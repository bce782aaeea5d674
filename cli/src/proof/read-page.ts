import { Client } from 'pg';
import { addWritten, emptyPage, type HashedPage } from './hashed-page.js';

/** Events of a page: enough to be worth asking for, little enough for the processor's caches. */
export const PAGE_EVENTS = 1_000;

const BETWEEN = '\u0001';

/** A text for each column. */
interface Row {
  count: number;
  positions: string | null;
  revisions: string;
  ids: string;
  types: string;
  streams: string;
  data: string;
  metadata: string;
}

/**
 * A text for each column of a whole page: a value for each column of each event costs more than parsing them all at once, and so does
 * putting each event together. The inner select's order is that of every list. What is between two JSON texts stands in none.
 */
const PAGE = `
  select count(*)::int as count, string_agg(position::text, ',') as positions, string_agg(revision::text, ',') as revisions,
    string_agg(id::text, ',') as ids, json_agg(type)::text as types, json_agg(stream)::text as streams,
    string_agg(data::text, e'\\x01') as data, string_agg(metadata::text, e'\\x01') as metadata
  from (select * from log.events where position > $1 and position <= $2 order by position) as event`;

/** A page as Postgres sends it: nothing is computed yet. */
export interface FetchedPage {
  after: bigint;
  row: Row | undefined;
}

/** Fetches the events of the log in Postgres after a position, up to another. */
export async function fetchPage(client: Client, after: bigint, to: bigint): Promise<FetchedPage> {
  const { rows } = await client.query<Row>({ name: 'proof page', text: PAGE, values: [after, to] });
  return { after, row: rows[0] };
}

/** Computes the hashes of a page again. */
export function hashPage({ after, row }: FetchedPage): HashedPage {
  const page = emptyPage();
  if (typeof row?.positions !== 'string') return page;
  const positions = row.positions.split(',');
  const [revisions, ids] = [row.revisions.split(','), row.ids.split(',')];
  const [types, streams] = [JSON.parse(row.types) as string[], JSON.parse(row.streams) as string[]];
  const [data, metadata] = [row.data.split(BETWEEN), row.metadata.split(BETWEEN)];
  // Otherwise somebody took the constraints away and left values out.
  const isWhole = [positions, revisions, ids, data, metadata].every((list) => list.length === row.count);
  if (!isWhole) throw new Error(`The log holds rows that are no events, after position ${after}.`);
  for (const [at, position] of positions.entries()) {
    addWritten(page, {
      position,
      revision: revisions[at] as string,
      id: ids[at] as string,
      type: types[at] as string,
      stream: streams[at] as string,
      data: data[at] as string,
      metadata: metadata[at] as string,
    });
  }
  return page;
}

const WITHIN_MS = 5_000;

/** A connection for reading the log, page by page. */
export async function connected(databaseUrl: string): Promise<Client> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'fairmark ops proof',
    connectionTimeoutMillis: WITHIN_MS,
    keepAlive: true,
  });
  // What breaks is the error of the page that is being read.
  client.on('error', () => undefined);
  await client.connect();
  // A plan that was made while the log was empty must not scan it later; compiling one takes longer than a page.
  // A name means what Postgres brings, whatever stands in other schemas.
  await client.query('set enable_seqscan = off; set jit = off; set search_path = pg_catalog');
  return client;
}

/** Gives a connection the view of the log that another one exported, for as long as it is open. */
export async function shareSnapshot(client: Client, snapshot: string): Promise<void> {
  await client.query(
    `begin isolation level repeatable read read only; set transaction snapshot ${client.escapeLiteral(snapshot)}`,
  );
}
