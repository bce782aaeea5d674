import type { ClientBase } from 'pg';

/** The checkpoint of a set of tables. */
export interface Place {
  logId: string;
  position: bigint | null;
  generation: string;
}

/** The checkpoint of a schema; null if nothing was ever applied there. */
export async function readPlace(client: ClientBase, schema: string): Promise<Place | null> {
  const { rows } = await client.query<Omit<Place, 'position'> & { position: string | null }>(
    `select log_id as "logId", position, generation from ${schema}.checkpoint`,
  );
  const [place] = rows;
  return place === undefined ? null : { ...place, position: place.position === null ? null : BigInt(place.position) };
}

/** The blocked streams, in the log's order, and the revision of each one's first parked event. A hundred at most. */
export async function readParked(client: ClientBase, schema: string): Promise<Map<string, bigint>> {
  const { rows } = await client.query<{ stream: string; revision: string }>(
    `select stream, min(revision) as revision from ${schema}.parked_events group by stream order by min(position)`,
  );
  return new Map(rows.map(({ stream, revision }) => [stream, BigInt(revision)]));
}
