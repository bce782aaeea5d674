import type { FoldableEvent, LogPage } from '../port/event-store.js';

/** A page as Postgres answers it: one text for each column of all its events. Null where there is no event. */
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
 * Only what a fold needs: the rest of the metadata is most of an event's bytes. One text per column, because a value for
 * each column of each event costs more than parsing a whole column at once. All lists follow the order of the inner select.
 */
export const READ_PAGE = `
  select max(position) as last, string_agg(position::text, ',') as positions, string_agg(revision::text, ',') as revisions,
    string_agg(id::text, ',') as ids, json_agg(type)::text as types, json_agg(stream)::text as streams,
    json_agg(metadata -> 'recordedAt')::text as times, json_agg(metadata -> 'schemaVersion')::text as versions,
    string_agg(data::text, ',') as data
  from (select * from log.events where position > $1 order by position limit $2) as event`;

/** The answer to `READ_PAGE`, decoded when its events are asked for. */
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
