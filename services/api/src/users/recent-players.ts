import { LIMITS } from '@fairmark/contract';
import { CLUBHOUSE_SCHEMA } from '@fairmark/platform';
import type { Pool } from 'pg';

/**
 * Ids of the golfers that somebody started rounds with, latest first: offered first when players are invited (decisions
 * C28). As far as the projector has got.
 */
export async function recentPlayers(pool: Pool, userId: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select theirs.user_id as id
       from ${CLUBHOUSE_SCHEMA}.player_matches mine
       join ${CLUBHOUSE_SCHEMA}.player_matches theirs on theirs.match_id = mine.match_id and theirs.user_id <> mine.user_id
      where mine.user_id = $1 and mine.started_at is not null
      group by theirs.user_id
      order by max(mine.started_at) desc, theirs.user_id
      limit $2`,
    [userId, LIMITS.userSearchResults],
  );
  return rows.map(({ id }) => id);
}
