import { LIMITS, MESSAGES, type FoundRound, type FoundRoundsAnswer } from '@fairmark/contract';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { isoTime } from '@fairmark/server';
import type { Pool } from 'pg';
import type { Answered } from '../commands/command-identity.js';

const ROUNDS = `${CLUBHOUSE_SCHEMA}.rounds`;

/** The match rounds started on a course's day, latest first, without those from which everyone withdrew. */
export async function foundRounds(pool: Pool, courseId: string, day: string): Promise<Answered<FoundRoundsAnswer>> {
  const { rows } = await pool.query<FoundRound>({
    name: 'ops rounds of a day',
    // Each half has its own index: that of the leaderboards, and that of the few unverified cards.
    text: `with found as (
        select match_id, max(started_at) as started_at from (
          select match_id, started_at from ${ROUNDS} where course_id = $1 and day = $2 and verified and not withdrawn
          union all
          select match_id, started_at from ${ROUNDS} where course_id = $1 and day = $2 and not verified and not withdrawn
        ) cards group by match_id order by max(started_at) desc, match_id limit ${LIMITS.foundRoundsMax + 1}
      )
      select match_id as "matchId", ${isoTime('found.started_at')} as "startedAt", json_agg(json_build_object(
          'player', json_build_object('id', card.user_id, 'fullName', coalesce(golfer.full_name, $3)),
          'verified', card.verified, 'withdrawn', card.withdrawn, 'correctedAt', ${isoTime('card.corrected_at')}
        ) order by golfer.full_name, card.user_id) as cards
      from found join ${ROUNDS} card using (match_id)
        left join app.users golfer on golfer.id = card.user_id and golfer.deletion_requested_at is null
      group by match_id, found.started_at order by found.started_at desc, match_id`,
    values: [courseId, day, MESSAGES.deletedPlayer],
  });
  return { rounds: rows.slice(0, LIMITS.foundRoundsMax), more: rows.length > LIMITS.foundRoundsMax };
}
