import { LIMITS, MESSAGES, type FoundRound, type FoundRoundsAnswer, type Format } from '@fairmark/contract';
import { APP_SCHEMA } from '@fairmark/server';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import type { Pool } from 'pg';

/** A card of a match round, as the list of a day shows it. */
export interface FoundCardRow {
  match_id: string;
  user_id: string;
  /** Null if the account is deleted or being deleted. */
  full_name: string | null;
  started_at: Date;
  match_type: Format;
  verified: boolean;
  withdrawn: boolean;
  corrected_at: Date | null;
}

const ROUNDS = `${CLUBHOUSE_SCHEMA}.rounds`;

/**
 * The cards of the match rounds started on a course's day, latest round first, of one round more than the list shows.
 * Rounds from which everyone withdrew are left out.
 */
export async function readFoundCards(pool: Pool, courseId: string, day: string): Promise<FoundCardRow[]> {
  const { rows } = await pool.query<FoundCardRow>({
    name: 'ops rounds of a day',
    // Each half has its own index: that of the leaderboards, and that of the few unverified cards.
    text: `with found as (
        select match_id, max(started_at) as started_at from (
          select match_id, started_at from ${ROUNDS} where course_id = $1 and day = $2 and verified and not withdrawn
          union all
          select match_id, started_at from ${ROUNDS} where course_id = $1 and day = $2 and not verified and not withdrawn
        ) cards group by match_id order by max(started_at) desc, match_id limit ${LIMITS.foundRoundsMax + 1}
      )
      select card.match_id, card.user_id, golfer.full_name, card.started_at, card.match_type, card.verified, card.withdrawn,
             card.corrected_at
      from found join ${ROUNDS} card using (match_id)
        left join ${APP_SCHEMA}.users golfer on golfer.id = card.user_id and golfer.deletion_requested_at is null
      order by found.started_at desc, match_id, golfer.full_name, card.user_id`,
    values: [courseId, day],
  });
  return rows;
}

/** The list of a day. `rows`: a round's cards are adjacent. */
export function presentFound(day: string, rows: readonly FoundCardRow[]): Omit<FoundRoundsAnswer, 'status'> {
  const rounds = new Map<string, FoundRound>();
  for (const row of rows) {
    const round = rounds.get(row.match_id) ?? {
      matchId: row.match_id,
      startedAt: row.started_at.toISOString(),
      matchType: row.match_type,
      cards: [],
    };
    round.cards.push({
      player: { id: row.user_id, fullName: row.full_name ?? MESSAGES.deletedPlayer },
      verified: row.verified,
      withdrawn: row.withdrawn,
      correctedAt: row.corrected_at?.toISOString() ?? null,
    });
    rounds.set(row.match_id, round);
  }
  const all = [...rounds.values()];
  return { day, rounds: all.slice(0, LIMITS.foundRoundsMax), more: all.length > LIMITS.foundRoundsMax };
}
