import type { FoldableEvent, LogPage } from '../port/event-store.js';

/** A page as Postgres returns it: per column, one text with the values of all events. All null for an empty page. */
export interface PageRow {
  last: bigint | null;
  positions: string;
  revisions: string;
  ids: string;
  types: string;
  streams: string;
  times: string;
  versions: string;
  data: string;
}

/**
 * Selects only what a fold needs, as the rest of the metadata is most of an event's bytes. One text per column, because
 * decoding a value per event and column costs more than parsing a whole column. Lists keep the order of the inner
 * select.
 */
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
