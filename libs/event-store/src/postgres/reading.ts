import type { ClientBase, QueryResultRow } from 'pg';
import { pageLimit } from '../port/encoding.js';
import { StoreUnavailable, type EventStore, type FoldableEvent, type LogPage } from '../port/event-store.js';
import { parserFor } from './connection.js';

const COLUMNS = 'position, stream, revision, id, type, data, metadata';

export const READ_STREAM = `select ${COLUMNS} from log.events where stream = $1 and revision >= $2 order by revision limit $3`;
export const READ_ALL = `select ${COLUMNS} from log.events where position > $1 order by position limit $2`;
export const HEAD = 'select max(position) as head from log.events';
export const LOG_ID = 'select id from log.identity';

/** The log as seen by the caller's session: in its transaction's snapshot, including its uncommitted changes. */
export function logInSession(client: ClientBase): Pick<EventStore, 'logId' | 'head' | 'readAll'> {
  const rows = async <Row extends QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await client.query<Row>({ text, values, types: { getTypeParser: parserFor } })).rows;
  return {
    logId: async () => {
      const [log] = await rows<{ id: string }>(LOG_ID);
      if (log === undefined) throw new StoreUnavailable('The log has no id: it was not migrated');
      return log.id;
    },
    head: async () => (await rows<{ head: bigint | null }>(HEAD))[0]?.head ?? null,
    readAll: (after, { limit } = {}) => rows(READ_ALL, [after ?? 0n, pageLimit(limit)]),
  };
}

/** A page as Postgres returns it: per column, one text with the values of all events. All null for an empty page. */
export type PageRow = { last: bigint | null } & Record<PageColumn, string>;
type PageColumn = 'positions' | 'revisions' | 'ids' | 'types' | 'streams' | 'times' | 'versions' | 'data';

/** Selects only what a fold needs, as one text per column, which is faster to decode than a value per event. */
export const READ_PAGE = `
  select max(position) as last, string_agg(position::text, ',') as positions, string_agg(revision::text, ',') as revisions,
    string_agg(id::text, ',') as ids, json_agg(type)::text as types, json_agg(stream)::text as streams,
    json_agg(metadata -> 'recordedAt')::text as times, json_agg(metadata -> 'schemaVersion')::text as versions,
    string_agg(data::text, ',') as data
  from (select * from log.events where position > $1 order by position limit $2) as event`;

/** Wraps the result of `READ_PAGE`, decoded lazily. */
export function decodedPage(row: PageRow | undefined): LogPage {
  if (row === undefined || row.last === null) return { last: null, events: () => [] };
  return { last: row.last, events: () => decode(row) };
}

function decode(row: PageRow): FoldableEvent[] {
  const [revisions, ids] = [row.revisions.split(','), row.ids.split(',')];
  const [types, streams, times] = [row.types, row.streams, row.times].map((list) => JSON.parse(list) as string[]);
  const versions = JSON.parse(row.versions) as number[];
  const data = JSON.parse(`[${row.data}]`) as unknown[];
  return row.positions.split(',').map((position, i) => ({
    id: ids[i] ?? '',
    type: types?.[i] ?? '',
    stream: streams?.[i] ?? '',
    revision: BigInt(revisions[i] ?? 0),
    position: BigInt(position),
    data: data[i],
    metadata: { recordedAt: times?.[i] ?? '', schemaVersion: versions[i] ?? 0 },
  }));
}
