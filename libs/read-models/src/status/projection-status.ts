import { LIMITS, type ProjectionStatus, type ParkedEvent } from '@fairmark/contract';
import type { EventStore } from '@fairmark/event-store';
import { isoTime, lagAfter, type Lag, type Queries } from '@fairmark/server';
import { CLUBHOUSE_SCHEMA, CLUBHOUSE_VERSION } from '../clubhouse/clubhouse.schema.js';
import { latestRebuild } from './rebuild-jobs.js';

/** Longer than the projector's largest commit takes, during which it sends no heartbeat. */
const SILENT_MS = 5_000;
const BEHIND_SECONDS = LIMITS.projectionWaitMs / 1_000;

interface Facts extends Pick<ProjectionStatus, 'position' | 'heardAt' | 'parkedStreams' | 'parkedEvents'> {
  /** Null: no projector has ever started. */
  logId: string | null;
  silentMs: number | null;
}

/** Status of the clubhouse projection, with its latest rebuild. Reads at most one page of the log. */
export async function projectionStatus(db: Queries, store: EventStore, now: Date): Promise<ProjectionStatus> {
  const facts = await readFacts(db);
  const { position, heardAt, parkedStreams, parkedEvents } = facts;
  const [logId, head, job] = await Promise.all([store.logId(), store.head(), latestRebuild(db, 'clubhouse')]);
  const at = position === null ? null : BigInt(position);
  const foreign = facts.logId !== null && (facts.logId !== logId || (at ?? 0n) > (head ?? 0n));
  // A position of another log says nothing about this one.
  const after = foreign ? null : at;
  const lag = await lagAfter(store, after, now, LIMITS.lagEventsMax);
  return {
    name: 'clubhouse',
    version: CLUBHOUSE_VERSION,
    state: stateOf(facts, foreign, lag),
    position,
    head: head?.toString() ?? null,
    lagEvents: lag.events,
    lagSeconds: lag.seconds,
    heardAt,
    parkedStreams,
    parkedEvents,
    job,
  };
}

function stateOf(facts: Facts, foreign: boolean, lag: Lag): ProjectionStatus['state'] {
  if (foreign) return 'FOREIGN';
  if (facts.logId === null || (facts.position === null && lag.events > 0)) return 'EMPTY';
  if ((facts.silentMs ?? Infinity) > SILENT_MS) return 'SILENT';
  return lag.seconds > BEHIND_SECONDS ? 'BEHIND' : 'LIVE';
}

async function readFacts(db: Queries): Promise<Facts> {
  const { rows } = await db.query<Facts>(
    `select log_id as "logId", position, ${isoTime('heartbeat_at')} as "heardAt", parked.*,
       (extract(epoch from clock_timestamp() - heartbeat_at) * 1000)::float8 as "silentMs"
     from (select count(distinct stream)::int as "parkedStreams", count(*)::int as "parkedEvents"
           from ${CLUBHOUSE_SCHEMA}.parked_events) as parked
     left join ${CLUBHOUSE_SCHEMA}.checkpoint on true`,
  );
  const [facts] = rows;
  if (facts === undefined) throw new Error('The status query returned no row');
  return facts;
}

/** Events that could not be applied, and later events of their streams: the first `limit`, in log order. */
export async function parkedEvents(
  db: Queries,
  limit: number = LIMITS.parkedShownMax,
): Promise<{ parked: ParkedEvent[]; more: boolean }> {
  const { rows } = await db.query<ParkedEvent>(
    `select 'clubhouse' as projection, position, stream, revision, event_id as "eventId", type, error,
       ${isoTime('parked_at')} as "parkedAt", attempts
     from ${CLUBHOUSE_SCHEMA}.parked_events order by position limit $1`,
    [limit + 1],
  );
  return { parked: rows.slice(0, limit), more: rows.length > limit };
}
