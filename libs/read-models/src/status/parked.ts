import { LIMITS, type ParkedEvent } from '@fairmark/contract';
import type { Pool } from 'pg';
import { CLUBHOUSE_SCHEMA } from '../clubhouse/clubhouse.schema.js';

type Row = Omit<ParkedEvent, 'projection' | 'parkedAt'> & { parkedAt: Date };

/** Events that could not be applied, and those behind them in their streams: the first `limit` in the log's order. */
export async function parkedEvents(
  db: Pick<Pool, 'query'>,
  limit: number = LIMITS.parkedShownMax,
): Promise<{ parked: ParkedEvent[]; more: boolean }> {
  const { rows } = await db.query<Row>(
    `select position, stream, revision, event_id as "eventId", type, error, parked_at as "parkedAt", attempts
     from ${CLUBHOUSE_SCHEMA}.parked_events order by position limit $1`,
    [limit + 1],
  );
  const parked = rows
    .slice(0, limit)
    .map((row): ParkedEvent => ({ projection: 'clubhouse', ...row, parkedAt: row.parkedAt.toISOString() }));
  return { parked, more: rows.length > limit };
}
