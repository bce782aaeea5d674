import type { CompetitionState } from '@fairmark/events';
import type { ClientBase, Pool } from 'pg';
import { CLUBHOUSE_SCHEMA } from '../clubhouse/clubhouse.schema.js';
import type { Stored } from '../clubhouse/clubhouse.tables.js';
import type { CompetitionCard } from './competition-table.js';
import { ROUND_TYPES, strokeIndexesOf } from '../clubhouse/round-arrays.js';

const CARD = [
  'match_id',
  'user_id',
  'course_id',
  'day',
  'started_at',
  'verified_at',
  'corrected_at',
  'daily_handicap',
  'strokes',
  'pars',
  'stroke_indexes',
] as const;

/** Above the number of cards in any competition. */
const CARDS_MAX = 20_000;

/** Verified cards of the players on the course within the competition's days, oldest first. Not all need count. */
export async function competitionCards(
  pool: Pick<Pool | ClientBase, 'query'>,
  { course, firstDay, lastDay, players }: CompetitionState,
): Promise<CompetitionCard[]> {
  const { rows } = await pool.query<Stored<'rounds', (typeof CARD)[number]>>({
    name: 'competition cards',
    text: `select ${CARD.join(', ')} from ${CLUBHOUSE_SCHEMA}.rounds
      where course_id = $1 and day between $2 and $3 and verified and not withdrawn and user_id = any($4::uuid[])
      order by day, started_at, match_id limit ${CARDS_MAX}`,
    values: [course.courseId, firstDay, lastDay, [...players.keys()]],
    types: ROUND_TYPES,
  });
  return rows.map((row) => ({
    matchId: row.match_id,
    userId: row.user_id,
    courseId: row.course_id,
    day: row.day,
    startedAt: row.started_at.toISOString(),
    verifiedAt: row.verified_at?.toISOString() ?? null,
    correctedAt: row.corrected_at?.toISOString() ?? null,
    dailyHandicap: row.daily_handicap,
    strokes: row.strokes.map((strokes) => (strokes === 0 ? null : strokes)),
    pars: row.pars,
    strokeIndexes: strokeIndexesOf(row.stroke_indexes, row.pars.length),
  }));
}
