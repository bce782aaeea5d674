import { LIMITS, type ParkedEvent } from '@fairmark/contract';
import type { Pool } from 'pg';
import { CLUBHOUSE_SCHEMA } from '../clubhouse/clubhouse.schema.js';

type Db = Pick<Pool, 'query'>;

interface Row {
  position: string;
  stream: string;
  revision: string;
  event_id: string;
  type: string;
  error: string;
  parked_at: Date;
  attempts: number;
}

/** Events that could not be applied, and those behind them in their streams: the first `limit` in the log's order. */
export async function parkedEvents(
  db: Db,
  limit: number = LIMITS.parkedShownMax,
): Promise<{ parked: ParkedEvent[]; more: boolean }> {
  const { rows } = await db.query<Row>(
    `select position, stream, revision, event_id, type, error, parked_at, attempts
     from ${CLUBHOUSE_SCHEMA}.parked_events order by position limit $1`,
    [limit + 1],
  );
  return { parked: rows.slice(0, limit).map(parkedOf), more: rows.length > limit };
}

function parkedOf({ position, stream, revision, event_id, type, error, parked_at, attempts }: Row): ParkedEvent {
  return {
    projection: 'clubhouse',
    position,
    stream,
    revision,
    eventId: event_id,
    type,
    error,
    parkedAt: parked_at.toISOString(),
    attempts,
  };
}
