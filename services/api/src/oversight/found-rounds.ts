import { LIMITS, MESSAGES, type FoundRound, type FoundRoundsAnswer } from '@fairmark/contract';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import type { Pool } from 'pg';
import type { Answered } from '../match/commands/command-identity.js';

interface CardRow {
  match_id: string;
  user_id: string;
  /** Null if the account is deleted or being deleted. */
  full_name: string | null;
  started_at: Date;
  verified: boolean;
  withdrawn: boolean;
  corrected_at: Date | null;
}

const ROUNDS = `${CLUBHOUSE_SCHEMA}.rounds`;

/** The match rounds started on a course's day, latest first, without those from which everyone withdrew. */
export async function foundRounds(pool: Pool, courseId: string, day: string): Promise<Answered<FoundRoundsAnswer>> {
  const { rows } = await pool.query<CardRow>({
    name: 'ops rounds of a day',
    // Each half has its own index: that of the leaderboards, and that of the few unverified cards.
    text: `with found as (
        select match_id, max(started_at) as started_at from (
          select match_id, started_at from ${ROUNDS} where course_id = $1 and day = $2 and verified and not withdrawn
          union all
          select match_id, started_at from ${ROUNDS} where course_id = $1 and day = $2 and not verified and not withdrawn
        ) cards group by match_id order by max(started_at) desc, match_id limit ${LIMITS.foundRoundsMax + 1}
      )
      select card.match_id, card.user_id, golfer.full_name, card.started_at, card.verified, card.withdrawn, card.corrected_at
      from found join ${ROUNDS} card using (match_id)
        left join app.users golfer on golfer.id = card.user_id and golfer.deletion_requested_at is null
      order by found.started_at desc, match_id, golfer.full_name, card.user_id`,
    values: [courseId, day],
  });
  const rounds = new Map<string, FoundRound>();
  for (const { match_id: matchId, started_at, ...card } of rows) {
    const round = rounds.get(matchId) ?? { matchId, startedAt: started_at.toISOString(), cards: [] };
    round.cards.push({
      player: { id: card.user_id, fullName: card.full_name ?? MESSAGES.deletedPlayer },
      verified: card.verified,
      withdrawn: card.withdrawn,
      correctedAt: card.corrected_at?.toISOString() ?? null,
    });
    rounds.set(matchId, round);
  }
  const all = [...rounds.values()];
  return { rounds: all.slice(0, LIMITS.foundRoundsMax), more: all.length > LIMITS.foundRoundsMax };
}
