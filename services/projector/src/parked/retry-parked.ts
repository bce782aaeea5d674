import { wholeStream, type EventStore } from '@fairmark/event-store';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import type { ClientBase } from 'pg';
import { applyStream } from '../clubhouse/apply-stream.js';
import { readParked, readPlace, type ParkedStream } from '../clubhouse/place.js';
import { upserting } from '../clubhouse/write-rows.js';
import { RebuildNeeded, reasonOf, TablesReplaced } from '../log-reader/errors.js';
import { DatabaseSession } from '../projection/database-session.js';

export interface RetryOptions {
  databaseUrl: string;
  store: EventStore;
  /** Names of streams; by default all blocked ones. */
  streams?: readonly string[];
}

/** The outcome for a blocked stream. */
export interface RetriedStream {
  stream: string;
  /** Number of parked events that were applied. */
  applied: number;
  /** Number of events that are still parked. */
  left: number;
  /** Why the first of them cannot be applied; null if none is left. */
  error: string | null;
}

/** The lock timeout outlasts a transaction of a projector that is catching up and holds the checkpoint. */
const SETTINGS = `
  set lock_timeout = '30s';
  set statement_timeout = '60s';
  set idle_in_transaction_session_timeout = '60s';
`;
const PARKED = `${CLUBHOUSE_SCHEMA}.parked_events`;

const write = upserting(CLUBHOUSE_SCHEMA);

/**
 * Folds the streams of parked events again up to the tables' position, writes the rows, and unparks what was applied,
 * in one transaction, which projectors wait for. Rejects with `RebuildNeeded` if the tables belong to another log.
 */
export async function retryParked({ databaseUrl, store, streams }: RetryOptions): Promise<RetriedStream[]> {
  const session = new DatabaseSession({ databaseUrl, name: 'fairmark retry', settings: SETTINGS });
  await session.connect();
  try {
    return await session.transaction((client) => retry(client, store, streams));
  } finally {
    await session.close();
  }
}

async function retry(client: ClientBase, store: EventStore, streams?: readonly string[]): Promise<RetriedStream[]> {
  const { generation, position } = await lockCheckpoint(client, await store.logId());
  const blocked = await readParked(client, CLUBHOUSE_SCHEMA);
  const retried: RetriedStream[] = [];
  for (const parked of blocked.filter(({ stream }) => streams?.includes(stream) ?? true)) {
    const events = (await wholeStream(store, parked.stream)).filter((event) => event.position <= position);
    const fault = await applyStream(client, events, write, parked.revision);
    retried.push(await note(client, parked, fault && { ...fault.event, error: reasonOf(fault.error) }));
  }
  // Never write to tables that a rebuild put in place in the meantime.
  if ((await readPlace(client, CLUBHOUSE_SCHEMA))?.generation !== generation) {
    throw new TablesReplaced('The tables were replaced meanwhile: try again');
  }
  // A new generation makes the projector read the blocked streams again.
  if (retried.some(({ applied }) => applied > 0)) {
    await client.query(`update ${CLUBHOUSE_SCHEMA}.checkpoint set generation = gen_random_uuid()`);
  }
  return retried;
}

/** Locks the checkpoint, so that no projector can commit and no rebuild can swap the tables, and returns it. */
async function lockCheckpoint(
  client: ClientBase,
  logId: string,
): Promise<{ generation: string | undefined; position: bigint }> {
  await client.query(`lock table ${CLUBHOUSE_SCHEMA}.checkpoint in share row exclusive mode`);
  const place = await readPlace(client, CLUBHOUSE_SCHEMA);
  if (place === null || place.logId === logId) {
    return { generation: place?.generation, position: place?.position ?? 0n };
  }
  throw new RebuildNeeded(`The tables were made from log ${place.logId}, this log is ${logId}: rebuild them`);
}

/** Updates the parked events: those before the first that cannot be applied are removed. */
async function note(
  client: ClientBase,
  { stream, events }: ParkedStream,
  fault: { revision: bigint; error: string } | null,
): Promise<RetriedStream> {
  const { rowCount } = await client.query(
    `delete from ${PARKED} where stream = $1 and ($2::bigint is null or revision < $2)`,
    [stream, fault && String(fault.revision)],
  );
  const applied = rowCount ?? 0;
  if (fault === null) return { stream, applied, left: 0, error: null };
  const { error } = fault;
  await client.query(
    `update ${PARKED} set attempts = attempts + 1, error = $2
     where position = (select min(position) from ${PARKED} where stream = $1)`,
    [stream, error],
  );
  return { stream, applied, left: events - applied, error };
}
