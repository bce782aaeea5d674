import type { ClientBase } from 'pg';

/** Where tables are in which log. */
export interface Place {
  logId: string;
  position: bigint | null;
}

/** A stream that stands still, from this revision on. */
export interface ParkedStream {
  stream: string;
  revision: bigint;
}

/** The checkpoint of a schema; null: nothing was ever applied there. */
export async function readPlace(client: ClientBase, schema: string): Promise<Place | null> {
  const { rows } = await client.query<{ log_id: string; position: string | null }>(
    `select log_id, position from ${schema}.checkpoint`,
  );
  const [row] = rows;
  return row === undefined
    ? null
    : { logId: row.log_id, position: row.position === null ? null : BigInt(row.position) };
}

/** Streams that stand still: a projector parks a hundred at most. */
export async function readParked(client: ClientBase, schema: string): Promise<ParkedStream[]> {
  const { rows } = await client.query<{ stream: string; revision: string }>(
    `select stream, min(revision) as revision from ${schema}.parked_events group by stream order by min(position)`,
  );
  return rows.map(({ stream, revision }) => ({ stream, revision: BigInt(revision) }));
}
