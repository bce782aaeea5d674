import type { Queries } from '../database/queries.js';

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
