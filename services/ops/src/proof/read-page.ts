import type { Client } from 'pg';
import { addEvent, emptyPage, type HashedPage } from './hashed-page.js';

/** Events of a page: enough to be fast, little enough to be kept. */
export const PAGE_EVENTS = 5_000;

type Row = [position: string, revision: string, id: string, type: string, stream: string, data: unknown, meta: unknown];

/** One text for a whole page: a value for each column of each event costs more than parsing them all at once. */
const PAGE = `
  select coalesce(string_agg(concat('["', position, '","', revision, '",', to_json(id), ',', to_json(type), ',',
    to_json(stream), ',', data, ',', metadata, ']'), ',' order by position), '') as page
  from log.events where position > $1 and position <= $2`;

/** Reads the events of the log in Postgres after a position, up to another, and computes their hashes again. */
export async function readPage(client: Client, after: bigint, to: bigint): Promise<HashedPage> {
  const { rows } = await client.query<{ page: string }>({ name: 'proof page', text: PAGE, values: [after, to] });
  const page = emptyPage();
  for (const [position, revision, id, type, stream, data, metadata] of JSON.parse(
    `[${rows[0]?.page ?? ''}]`,
  ) as Row[]) {
    addEvent(page, { position, revision, id, type, stream, data, metadata });
  }
  return page;
}
