import type { Queries } from '../database/queries.js';

/** Ends all sessions of a golfer and invalidates every token issued so far. For use in a transaction. */
export async function endAllSessions(database: Queries, userId: string, now: Date): Promise<void> {
  await database.query('update app.users set token_version = token_version + 1 where id = $1', [userId]);
  await database.query('update app.sessions set ended_at = $2 where user_id = $1 and ended_at is null', [userId, now]);
}

/** Makes a golfer's sessions prove the second factor again. For use in a transaction that replaces or removes it. */
export async function forgetProofs(database: Queries, userId: string): Promise<void> {
  await database.query('update app.sessions set proved_at = null where user_id = $1 and proved_at is not null', [
    userId,
  ]);
}

/** Removes a golfer's second factor; false if there was none. For use in a transaction. */
export async function removeSecondFactor(database: Queries, userId: string): Promise<boolean> {
  const { rowCount } = await database.query('delete from app.second_factors where user_id = $1', [userId]);
  await forgetProofs(database, userId);
  return rowCount === 1;
}
