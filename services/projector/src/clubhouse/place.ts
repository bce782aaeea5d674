import type { ClientBase } from 'pg';

/** Where tables are in which log. */
export interface Place {
  logId: string;
  position: bigint | null;
  /** Another one: these are other tables. */
  generation: string;
}

export interface ParkedStream {
  stream: string;
  /** Of its first parked event. */
  revision: bigint;
  /** How many are parked. */
  events: number;
}

/** The checkpoint of a schema; null: nothing was ever applied there. */
export async function readPlace(client: ClientBase, schema: string): Promise<Place | null> {
  const { rows } = await client.query<{ log_id: string; position: string | null; generation: string }>(
    `select log_id, position, generation from ${schema}.checkpoint`,
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { log_id: logId, position, generation } = row;
  return { logId, position: position === null ? null : BigInt(position), generation };
}

/** Blocked streams: a projector parks a hundred at most. */
export async function readParked(client: ClientBase, schema: string): Promise<ParkedStream[]> {
  const { rows } = await client.query<{ stream: string; revision: string; events: number }>(
    `select stream, min(revision) as revision, count(*)::int as events from ${schema}.parked_events group by stream order by min(position)`,
  );
  return rows.map((row) => ({ ...row, revision: BigInt(row.revision) }));
}
