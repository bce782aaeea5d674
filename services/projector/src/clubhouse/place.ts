import type { ClientBase } from 'pg';

/** The checkpoint of a set of tables. */
export interface Place {
  logId: string;
  position: bigint | null;
  /** Changes when the tables are replaced or parked events are applied. */
  generation: string;
}

export interface ParkedStream {
  stream: string;
  /** Revision of the first parked event. */
  revision: bigint;
  /** Number of parked events. */
  events: number;
}

/** The checkpoint of a schema; null if nothing was ever applied there. */
export async function readPlace(client: ClientBase, schema: string): Promise<Place | null> {
  const { rows } = await client.query<{ log_id: string; position: string | null; generation: string }>(
    `select log_id, position, generation from ${schema}.checkpoint`,
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { log_id: logId, position, generation } = row;
  return { logId, position: position === null ? null : BigInt(position), generation };
}

/** The blocked streams. A projector parks a hundred at most. */
export async function readParked(client: ClientBase, schema: string): Promise<ParkedStream[]> {
  const { rows } = await client.query<{ stream: string; revision: string; events: number }>(
    `select stream, min(revision) as revision, count(*)::int as events from ${schema}.parked_events group by stream order by min(position)`,
  );
  return rows.map((row) => ({ ...row, revision: BigInt(row.revision) }));
}
