import { randomUUID } from 'node:crypto';
import type { ProjectionName, RebuildJob, RebuildPhase } from '@fairmark/contract';
import type { ClientBase, Pool } from 'pg';

/** Rebuilds that were asked for, as rows: who asks, who does it and who watches are different processes. */

type Db = Pick<Pool | ClientBase, 'query'>;

/** What is to be rebuilt, and for whom: a golfer's id, or the account on the operator's machine. */
export interface RebuildRequest {
  projection: ProjectionName;
  requestedBy: string;
}

/** How far a rebuild is. */
export interface JobProgress {
  phase: RebuildPhase;
  /** Of the phase: events done, and how many there are; null where that is not known. */
  events: number;
  total: number | null;
  eventsPerSecond: number | null;
  secondsLeft: number | null;
}

/** How a rebuild ended. */
export interface JobEnd {
  state: 'DONE' | 'FAILED' | 'CANCELLED';
  message: string | null;
}

/** A rebuild that runs says so at least this often. */
export const JOB_HEARD_EVERY_MS = 500;
/** One that was not heard of for so long has died. */
export const JOB_SILENT_MS = 10_000;
const MESSAGE_MAX = 2_000;

/** By the clock of the database alone. */
const SILENT = `heard_at < clock_timestamp() - ${JOB_SILENT_MS} * interval '1 ms'`;
const COLUMNS = `id, projection, case when state = 'RUNNING' and ${SILENT} then 'DIED' else state end as state, phase, events, total,
  events_per_second, seconds_left, requested_by, requested_at, ended_at, message`;

interface Row extends Pick<RebuildJob, 'id' | 'projection' | 'state' | 'phase' | 'message'> {
  events: string;
  total: string | null;
  events_per_second: number | null;
  seconds_left: number | null;
  requested_by: string;
  requested_at: Date;
  ended_at: Date | null;
}

/** Asks for a rebuild, which a projector's process will do. Not `asked`: one waits or runs already, and the job is that one. */
export async function requestRebuild(db: Db, request: RebuildRequest): Promise<{ asked: boolean; job: RebuildJob }> {
  const { made, job } = await open(db, request, 'WAITING');
  return { asked: made, job };
}

/**
 * Begins a rebuild in this process, one that waits before one that nobody asked for. Not `started`: one runs already, and the
 * job is that one.
 */
export async function startRebuild(db: Db, request: RebuildRequest): Promise<{ started: boolean; job: RebuildJob }> {
  const waiting = await waitingRebuild(db, request.projection);
  const claimed = waiting === null ? null : await claimRebuild(db, waiting.id);
  if (claimed !== null) return { started: true, job: claimed };
  const { made, job } = await open(db, request, 'RUNNING');
  return { started: made, job };
}

/** The rebuild that waits for somebody to do it; null: none. */
export async function waitingRebuild(db: Db, projection: ProjectionName): Promise<RebuildJob | null> {
  return one(db, `select ${COLUMNS} from app.rebuild_jobs where projection = $1 and state = 'WAITING'`, [projection]);
}

/** Takes a waiting rebuild; null: somebody else took it, or it was cancelled. */
export async function claimRebuild(db: Db, id: string): Promise<RebuildJob | null> {
  return one(
    db,
    `update app.rebuild_jobs set state = 'RUNNING', heard_at = clock_timestamp()
     where id = $1 and state = 'WAITING' returning ${COLUMNS}`,
    [id],
  );
}

/** Says how far a rebuild is, or only that it lives. False: it is to stop, because somebody asked for that or it was given up. */
export async function tellRebuild(db: Db, id: string, progress: JobProgress | null): Promise<boolean> {
  const { rows } = await db.query<{ cancel: boolean }>(
    `update app.rebuild_jobs set heard_at = clock_timestamp(), phase = coalesce($2, phase), events = coalesce($3, events),
       total = case when $2::text is null then total else $4 end,
       events_per_second = case when $2::text is null then events_per_second else $5 end,
       seconds_left = case when $2::text is null then seconds_left else $6 end
     where id = $1 and state = 'RUNNING' returning cancel_requested as cancel`,
    [
      id,
      progress?.phase ?? null,
      progress?.events ?? null,
      progress?.total ?? null,
      whole(progress?.eventsPerSecond),
      whole(progress?.secondsLeft),
    ],
  );
  return rows[0]?.cancel === false;
}

/** Says how a rebuild ended. One that ended before keeps its end. */
export async function endRebuild(db: Db, id: string, { state, message }: JobEnd): Promise<void> {
  await db.query(
    `update app.rebuild_jobs set state = $2, message = $3, ended_at = clock_timestamp(), heard_at = clock_timestamp()
     where id = $1 and state in ('WAITING', 'RUNNING')`,
    [id, state, message?.slice(0, MESSAGE_MAX) ?? null],
  );
}

/**
 * Asks the open rebuild of a projection to stop: one that waits is cancelled at once, one that runs soon afterwards. Null: there is
 * none.
 */
export async function cancelRebuild(db: Db, projection: ProjectionName): Promise<RebuildJob | null> {
  return one(
    db,
    `update app.rebuild_jobs set cancel_requested = true,
       state = case when state = 'WAITING' or ${SILENT} then 'CANCELLED' else state end,
       ended_at = case when state = 'WAITING' or ${SILENT} then clock_timestamp() end
     where projection = $1 and state in ('WAITING', 'RUNNING') returning ${COLUMNS}`,
    [projection],
  );
}

/** The latest rebuild of a projection; null: none was ever asked for. */
export async function latestRebuild(db: Db, projection: ProjectionName): Promise<RebuildJob | null> {
  return one(
    db,
    `select ${COLUMNS} from app.rebuild_jobs where projection = $1 order by requested_at desc, id desc limit 1`,
    [projection],
  );
}

/** A rebuild by its id; null: there is none. */
export async function rebuildJob(db: Db, id: string): Promise<RebuildJob | null> {
  return one(db, `select ${COLUMNS} from app.rebuild_jobs where id = $1`, [id]);
}

/** A new row, unless one is open: an index lets only one be. One that died makes room. */
async function open(
  db: Db,
  { projection, requestedBy }: RebuildRequest,
  state: 'WAITING' | 'RUNNING',
): Promise<{ made: boolean; job: RebuildJob }> {
  // Between two statements the open one may end, or another may begin; a few turns settle it.
  for (let turn = 0; turn < 5; turn += 1) {
    await db.query(
      `update app.rebuild_jobs set state = 'FAILED', ended_at = heard_at, message = 'Nothing was heard of it any more'
       where projection = $1 and state = 'RUNNING' and ${SILENT}`,
      [projection],
    );
    const made = await one(
      db,
      `insert into app.rebuild_jobs (id, projection, state, requested_by, heard_at)
       values ($1, $2, $3, $4, case when $3 = 'RUNNING' then clock_timestamp() end)
       on conflict (projection) where state in ('WAITING', 'RUNNING') do nothing returning ${COLUMNS}`,
      [randomUUID(), projection, state, requestedBy],
    );
    if (made !== null) return { made: true, job: made };
    const there = await one(
      db,
      `select ${COLUMNS} from app.rebuild_jobs where projection = $1 and state in ('WAITING', 'RUNNING')`,
      [projection],
    );
    if (there !== null) return { made: false, job: there };
  }
  throw new Error(`Rebuilds of ${projection} begin and end too fast`);
}

async function one(db: Db, text: string, values: unknown[]): Promise<RebuildJob | null> {
  const { rows } = await db.query<Row>(text, values);
  const [row] = rows;
  return row === undefined ? null : jobOf(row);
}

function jobOf(row: Row): RebuildJob {
  const { id, projection, state, phase, message } = row;
  return {
    id,
    projection,
    state,
    phase,
    events: Number(row.events),
    total: row.total === null ? null : Number(row.total),
    eventsPerSecond: row.events_per_second,
    secondsLeft: row.seconds_left,
    requestedBy: row.requested_by,
    requestedAt: row.requested_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    message,
  };
}

function whole(value: number | null | undefined): number | null {
  return value === null || value === undefined || !Number.isFinite(value) ? null : Math.round(value);
}
