import { LIMITS, type ProjectionStatus } from '@fairmark/contract';
import type { EventStore } from '@fairmark/event-store';
import type { Pool } from 'pg';
import { lagAfter, type Lag } from '@fairmark/server';
import { CLUBHOUSE_SCHEMA, CLUBHOUSE_VERSION } from '../clubhouse/clubhouse.schema.js';
import { latestRebuild } from './rebuild-jobs.js';

type Db = Pick<Pool, 'query'>;

/** Longer than a projector needs for the largest of its commits, which are its signs of life while it catches up. */
const SILENT_MS = 5_000;
/** A query waits no longer than that for the tables to come as far as it asks. */
const BEHIND_SECONDS = LIMITS.projectionWaitMs / 1_000;

/** What the tables and their parked events say of themselves. */
interface Facts {
  /** Null: no projector has ever begun. */
  logId: string | null;
  position: bigint | null;
  heardAt: Date | null;
  /** Milliseconds since then, by the database's clock. */
  silentMs: number;
  parkedStreams: number;
  parkedEvents: number;
}

/** How the clubhouse's tables are, and their latest rebuild. Reads at most one page of the log. */
export async function projectionStatus(db: Db, store: EventStore, now: Date): Promise<ProjectionStatus> {
  const facts = await readFacts(db);
  const [logId, head, job] = await Promise.all([store.logId(), store.head(), latestRebuild(db, 'clubhouse')]);
  const foreign = facts.logId !== null && (facts.logId !== logId || (facts.position ?? 0n) > (head ?? 0n));
  // A position of another log says nothing about this one.
  const after = foreign ? null : facts.position;
  const lag = await lagAfter(store, after, now, LIMITS.lagEventsMax);
  return {
    name: 'clubhouse',
    version: CLUBHOUSE_VERSION,
    state: stateOf(facts, foreign, lag),
    position: facts.position?.toString() ?? null,
    head: head?.toString() ?? null,
    lagEvents: lag.events,
    lagSeconds: lag.seconds,
    heardAt: facts.heardAt?.toISOString() ?? null,
    parkedStreams: facts.parkedStreams,
    parkedEvents: facts.parkedEvents,
    job,
  };
}

function stateOf(facts: Facts, foreign: boolean, lag: Lag): ProjectionStatus['state'] {
  if (foreign) return 'FOREIGN';
  if (facts.logId === null || (facts.position === null && lag.events > 0)) return 'EMPTY';
  if (facts.silentMs > SILENT_MS) return 'SILENT';
  return lag.seconds > BEHIND_SECONDS ? 'BEHIND' : 'LIVE';
}

interface Row {
  log_id: string | null;
  position: string | null;
  heartbeat_at: Date | null;
  silent_ms: number | null;
  streams: number;
  events: number;
}

async function readFacts(db: Db): Promise<Facts> {
  const { rows } = await db.query<Row>(
    `select log_id, position, heartbeat_at,
       (extract(epoch from clock_timestamp() - heartbeat_at) * 1000)::float8 as silent_ms, streams, events
     from (select count(distinct stream)::int as streams, count(*)::int as events from ${CLUBHOUSE_SCHEMA}.parked_events) as parked
     left join ${CLUBHOUSE_SCHEMA}.checkpoint on true`,
  );
  const [row] = rows;
  return {
    logId: row?.log_id ?? null,
    position: typeof row?.position === 'string' ? BigInt(row.position) : null,
    heardAt: row?.heartbeat_at ?? null,
    silentMs: row?.silent_ms ?? Infinity,
    parkedStreams: row?.streams ?? 0,
    parkedEvents: row?.events ?? 0,
  };
}
