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
  /** Names of streams; all that are blocked when left out. */
  streams?: readonly string[];
}

/** What became of a stream that was blocked. */
export interface RetriedStream {
  stream: string;
  /** Parked events that are applied now. */
  applied: number;
  /** Events that are still parked. */
  left: number;
  /** Why the first of those cannot be applied; null: none is left. */
  error: string | null;
}

/** A projector that catches up holds its checkpoint for as long as one of its transactions takes. */
const SETTINGS = `
  set lock_timeout = '30s';
  set statement_timeout = '60s';
  set idle_in_transaction_session_timeout = '60s';
`;
const PARKED = `${CLUBHOUSE_SCHEMA}.parked_events`;

const write = upserting(CLUBHOUSE_SCHEMA);

/**
 * Tries parked events again: folds their streams anew, up to where the tables are, and writes their rows; what can be applied is
 * parked no more. An event that still cannot be applied stays parked with its later ones, with the reason. All in one transaction,
 * while the projector waits; then it continues from what it finds. Rejects with `RebuildNeeded` when the tables were made from another
 * log.
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
  // Rows of other tables are never written, whatever becomes of the lock.
  if ((await readPlace(client, CLUBHOUSE_SCHEMA))?.generation !== generation) {
    throw new TablesReplaced('The tables were replaced meanwhile: try again');
  }
  // The projector that knows the old one looks anew which streams are blocked.
  if (retried.some(({ applied }) => applied > 0)) {
    await client.query(`update ${CLUBHOUSE_SCHEMA}.checkpoint set generation = gen_random_uuid()`);
  }
  return retried;
}

/**
 * Keeps projectors from committing and a rebuild from putting other tables in place, and says where the tables are. The lock is that
 * of the swap, taken by name before anything is read: whatever is read and written afterwards is of the same tables.
 */
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

/** Notes what is parked now: what lies before the first event that cannot be applied is not any more. */
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
