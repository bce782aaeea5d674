import type { EventStore } from '@fairmark/event-store';
import type { RecordedEvent } from '@fairmark/events';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { Client, type ClientBase } from 'pg';
import { COMPETITIONS, MATCHES, type RowKind } from '../clubhouse/stream-kinds.js';
import { applyNext, type Folded } from '../clubhouse/stream-states.js';
import { rowWriter } from '../clubhouse/write-rows.js';
import { CannotApply, isPoison, RebuildNeeded, TablesReplaced } from '../log-reader/errors.js';
import { readPlace } from '../clubhouse/place.js';
import { wholeStream } from '../log-reader/whole-stream.js';

export interface RetryOptions {
  databaseUrl: string;
  store: EventStore;
  /** Names of streams; all that are parked when left out. */
  streams?: readonly string[];
}

/** What became of a stream that stood still. */
export interface RetriedStream {
  stream: string;
  /** Parked events that are applied now. */
  applied: number;
  /** Events that are still parked. */
  left: number;
  /** Why the first of those cannot be applied; null: none is left. */
  error: string | null;
}

const REASON_MAX = 2_000;
/** A projector that catches up holds its checkpoint for as long as one of its transactions takes. */
const SETTINGS = `
  set local lock_timeout = '30s';
  set local statement_timeout = '60s';
  set local idle_in_transaction_session_timeout = '60s';
`;

const writeRows = rowWriter(CLUBHOUSE_SCHEMA);

/**
 * Tries parked events again: folds their streams anew, up to where the tables are, and writes their rows; what can be applied is
 * parked no more. An event that still cannot be applied stays parked with its later ones, and says why. All in one transaction, while
 * the projector waits; then it goes on from what it finds. Rejects with `RebuildNeeded` when the tables were made from another log.
 */
export async function retryParked({ databaseUrl, store, streams }: RetryOptions): Promise<RetriedStream[]> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'fairmark retry',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // The query in hand hears of it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin');
    await client.query(SETTINGS);
    const { generation, position } = await lockCheckpoint(client, await store.logId());
    const retried: RetriedStream[] = [];
    for (const parked of await parkedStreams(client, streams)) {
      retried.push(await retryStream(client, store, { ...parked, position }));
    }
    // Rows of other tables are never written, whatever becomes of the lock.
    if ((await readPlace(client, CLUBHOUSE_SCHEMA))?.generation !== generation) {
      throw new TablesReplaced('The tables were replaced meanwhile: try again');
    }
    // The projector that knows the old one looks anew which streams stand still.
    if (retried.some(({ applied }) => applied > 0)) {
      await client.query(`update ${CLUBHOUSE_SCHEMA}.checkpoint set generation = gen_random_uuid()`);
    }
    await client.query('commit');
    return retried;
  } finally {
    // Without a commit, nothing has happened.
    await client.end().catch(() => undefined);
  }
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

interface ParkedStream {
  stream: string;
  /** Of its first parked event. */
  revision: bigint;
  events: number;
}

async function parkedStreams(client: ClientBase, wanted: readonly string[] | undefined): Promise<ParkedStream[]> {
  const { rows } = await client.query<{ stream: string; revision: string; events: number }>(
    `select stream, min(revision) as revision, count(*)::int as events from ${CLUBHOUSE_SCHEMA}.parked_events
     where $1::text[] is null or stream = any($1) group by stream order by min(position)`,
    [wanted ?? null],
  );
  return rows.map(({ stream, revision, events }) => ({ stream, revision: BigInt(revision), events }));
}

async function retryStream(
  client: ClientBase,
  store: EventStore,
  parked: ParkedStream & { position: bigint },
): Promise<RetriedStream> {
  const { stream, revision, position } = parked;
  const events = (await wholeStream(store, stream)).filter((event) => event.position <= position);
  const fault = stream.startsWith(MATCHES.prefix)
    ? await applyAll(client, MATCHES, events, revision)
    : await applyAll(client, COMPETITIONS, events, revision);
  const { rowCount } = await client.query(
    `delete from ${CLUBHOUSE_SCHEMA}.parked_events where stream = $1 and ($2::bigint is null or revision < $2)`,
    [stream, fault === null ? null : String(fault.revision)],
  );
  const applied = rowCount ?? 0;
  if (fault === null) return { stream, applied, left: 0, error: null };
  const error = fault.reason.slice(0, REASON_MAX);
  await client.query(
    `update ${CLUBHOUSE_SCHEMA}.parked_events set attempts = attempts + 1, error = $2
     where position = (select min(position) from ${CLUBHOUSE_SCHEMA}.parked_events where stream = $1)`,
    [stream, error],
  );
  return { stream, applied, left: parked.events - applied, error };
}

/** The first event that cannot be applied, and why. */
interface Fault {
  revision: bigint;
  reason: string;
}

/** Writes the rows of a stream as far as it can be applied. At once, or else event by event from the first parked one on. */
async function applyAll<State>(
  client: ClientBase,
  kind: RowKind<State>,
  events: readonly RecordedEvent[],
  from: bigint,
): Promise<Fault | null> {
  const all = () => fold(kind, events);
  if ((await attempt(client, kind, all)) === null) return null;
  const folded: Folded<State> = { state: null, revision: -1n };
  for (const event of events) {
    const reason = await attempt(event.revision < from ? null : client, kind, () => {
      applyNext(kind, folded, event);
      return folded.state;
    });
    if (reason !== null) return { revision: event.revision, reason };
  }
  return null;
}

function fold<State>(kind: RowKind<State>, events: readonly RecordedEvent[]): State | null {
  const folded: Folded<State> = { state: null, revision: -1n };
  for (const event of events) applyNext(kind, folded, event);
  return folded.state;
}

/** Writes the rows of a state (without a client: only makes it). Says why that is impossible; null: it is done. */
async function attempt<State>(
  client: ClientBase | null,
  kind: RowKind<State>,
  stateOf: () => State | null,
): Promise<string | null> {
  await client?.query('savepoint attempt');
  try {
    const state = stateOf();
    if (client !== null && state !== null) await writeRows(client, rowsOf(kind, state));
    await client?.query('release savepoint attempt');
    return null;
  } catch (error) {
    if (!isPoison(error)) throw error;
    await client?.query('rollback to savepoint attempt');
    return error instanceof Error ? error.message : String(error);
  }
}

function rowsOf<State>(kind: RowKind<State>, state: State): ReturnType<RowKind<State>['rows']> {
  try {
    return kind.rows(state);
  } catch (cause) {
    throw new CannotApply(`It makes no rows: ${String(cause)}`, { cause });
  }
}
