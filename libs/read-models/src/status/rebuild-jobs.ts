import { randomUUID } from 'node:crypto';
import { MESSAGES, type ProjectionName, type RebuildJob, type RebuildPhase } from '@fairmark/contract';
import { ADVISORY_LOCKS, isoTime, type Queries } from '@fairmark/server';

/** A rebuild runs only while its session holds the advisory lock: once that is gone, the rebuild is owed again. */

/** What to rebuild. `requestedBy`: a golfer's id, or the account on the operator's machine. */
export type RebuildRequest = Pick<RebuildJob, 'projection' | 'requestedBy'>;

export interface JobProgress extends Pick<RebuildJob, 'events' | 'total' | 'eventsPerSecond' | 'secondsLeft'> {
  phase: RebuildPhase;
}

export interface JobEnd {
  state: 'DONE' | 'FAILED' | 'CANCELLED';
  message: string | null;
}

const MESSAGE_MAX = 2_000;
const OPEN = `state in ('WAITING', 'RUNNING')`;
/** Whether a rebuild of any version runs, as another build may have another version. 1 is the anchorer's lock. */
const LOCKED = `exists (
  select from pg_locks where locktype = 'advisory' and granted and classid = ${ADVISORY_LOCKS.rebuild} and objid <> 1
    and objsubid = 2 and database = (select oid from pg_database where datname = current_database()))`;
const RUNS = `(state = 'RUNNING' and ${LOCKED})`;
/** The requesting golfer's name, also of a deleted account, or the account on the operator's machine. */
const REQUESTED_BY = `case when requested_by ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then coalesce(
  (select full_name from app.users where deletion_requested_at is null and id = requested_by::uuid),
  '${MESSAGES.deletedPlayer}') else requested_by end`;
const COLUMNS = `id, projection, case when state = 'RUNNING' and not ${LOCKED} then 'WAITING' else state end as state, phase,
  events::float8, total::float8, events_per_second as "eventsPerSecond", seconds_left as "secondsLeft",
  ${REQUESTED_BY} as "requestedBy", ${isoTime('requested_at')} as "requestedAt",
  ${isoTime('ended_at')} as "endedAt", message`;

/** Requests a rebuild. If one is already open, returns that job, with `asked` false. */
export async function requestRebuild(
  db: Queries,
  { projection, requestedBy }: RebuildRequest,
): Promise<{ asked: boolean; job: RebuildJob }> {
  const id = randomUUID();
  const job = await one(
    db,
    `insert into app.rebuild_jobs (id, projection, state, requested_by) values ($1, $2, 'WAITING', $3)
     on conflict (projection) where ${OPEN} do update set projection = excluded.projection returning ${COLUMNS}`,
    [id, projection, requestedBy],
  );
  if (job === null) throw new Error(`The request for a rebuild of ${projection} left no row`);
  return { asked: job.id === id, job };
}

/** Ids of open rebuilds that no process is executing. */
export async function owedRebuilds(db: Queries): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from app.rebuild_jobs where state = 'WAITING' or (state = 'RUNNING' and not ${LOCKED})`,
  );
  return rows.map(({ id }) => id);
}

/** Marks a rebuild as running; call it only with the lock held. False if it has ended or was cancelled. */
export async function beginRebuild(db: Queries, id: string): Promise<boolean> {
  const begun = await one(
    db,
    `update app.rebuild_jobs set state = case when cancel_requested then 'CANCELLED' else 'RUNNING' end,
       ended_at = case when cancel_requested then clock_timestamp() end
     where id = $1 and ${OPEN} returning ${COLUMNS}`,
    [id],
  );
  return begun !== null && begun.state !== 'CANCELLED';
}

/** Records progress. False if the rebuild should stop, because it was cancelled or has ended. */
export async function reportProgress(db: Queries, id: string, progress: JobProgress): Promise<boolean> {
  const { phase, events, total, eventsPerSecond, secondsLeft } = progress;
  const { rows } = await db.query<{ keepRunning: boolean }>(
    `update app.rebuild_jobs set phase = $2, events = $3, total = $4,
       events_per_second = $5::float8, seconds_left = $6::float8
     where id = $1 and state = 'RUNNING' returning not cancel_requested as "keepRunning"`,
    [id, phase, events, total, eventsPerSecond, secondsLeft],
  );
  return rows[0]?.keepRunning === true;
}

/** Records the outcome of a rebuild, unless it already has one. */
export async function endRebuild(db: Queries, id: string, { state, message }: JobEnd): Promise<void> {
  await db.query(
    `update app.rebuild_jobs set state = $2, message = $3, ended_at = clock_timestamp() where id = $1 and ${OPEN}`,
    [id, state, message?.slice(0, MESSAGE_MAX) ?? null],
  );
}

/** Cancels the open rebuild of a projection; a running one stops soon afterwards. Null if there is none. */
export async function cancelRebuild(db: Queries, projection: ProjectionName): Promise<RebuildJob | null> {
  return one(
    db,
    `update app.rebuild_jobs set cancel_requested = true, state = case when ${RUNS} then state else 'CANCELLED' end,
       ended_at = case when not ${RUNS} then clock_timestamp() end
     where projection = $1 and ${OPEN} returning ${COLUMNS}`,
    [projection],
  );
}

/** The latest rebuild of a projection; null if there was none. */
export async function latestRebuild(db: Queries, projection: ProjectionName): Promise<RebuildJob | null> {
  return one(
    db,
    `select ${COLUMNS} from app.rebuild_jobs where projection = $1 order by requested_at desc, id desc limit 1`,
    [projection],
  );
}

async function one(db: Queries, text: string, values: unknown[]): Promise<RebuildJob | null> {
  return (await db.query<RebuildJob>(text, values)).rows[0] ?? null;
}
