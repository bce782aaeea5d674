import type { CompetitionState } from '@fairmark/events';
import { isoTime } from '@fairmark/server';
import type { ClientBase, Pool } from 'pg';
import { CLUBHOUSE_SCHEMA } from '../clubhouse/clubhouse.schema.js';
import type { CompetitionCard } from './competition-table.js';
import { ROUND_TYPES, strokeIndexesOf } from '../clubhouse/round-arrays.js';

/** Above the number of cards in any competition. */
const CARDS_MAX = 20_000;

/** Verified cards of the players on the course within the competition's days, oldest first. Not all need count. */
export async function competitionCards(
  pool: Pick<Pool | ClientBase, 'query'>,
  { course, firstDay, lastDay, players }: CompetitionState,
): Promise<CompetitionCard[]> {
  const { rows } = await pool.query<Omit<CompetitionCard, 'strokeIndexes'> & { indexes: number[] }>({
    name: 'competition cards',
    text: `select match_id as "matchId", user_id as "userId", course_id as "courseId", day,
        ${isoTime('started_at')} as "startedAt", ${isoTime('verified_at')} as "verifiedAt",
        ${isoTime('corrected_at')} as "correctedAt", daily_handicap as "dailyHandicap", strokes, pars,
        stroke_indexes as indexes
      from ${CLUBHOUSE_SCHEMA}.rounds
      where course_id = $1 and day between $2 and $3 and verified and not withdrawn and user_id = any($4::uuid[])
      order by day, started_at, match_id limit ${CARDS_MAX}`,
    values: [course.courseId, firstDay, lastDay, [...players.keys()]],
    types: ROUND_TYPES,
  });
  return rows.map(({ indexes, strokes, ...card }) => ({
    ...card,
    // A stored 0 is a No Score.
    strokes: strokes.map((entered) => entered || null),
    strokeIndexes: strokeIndexesOf(indexes, card.pars.length),
  }));
}
