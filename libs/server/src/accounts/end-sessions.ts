import type { Statements } from '../database/queries.js';

/** Carries a `{ userId, sessionId }` as JSON; sent in the transaction that ends the session. */
export const SESSION_ENDED = 'session_ended';

/** Notifies every api process at the commit that a session ended; without an id, all of the golfer's. */
export async function announceSessionEnded(
  database: Statements,
  userId: string,
  sessionId: string | null,
): Promise<void> {
  await database.query('select pg_notify($1, $2)', [SESSION_ENDED, JSON.stringify({ userId, sessionId })]);
}

/** Ends all sessions of a golfer and makes every token issued so far worthless. For use in a transaction. */
export async function endAllSessions(database: Statements, userId: string, now: Date): Promise<void> {
  await database.query('update app.users set token_version = token_version + 1 where id = $1', [userId]);
  await database.query('update app.sessions set ended_at = $2 where user_id = $1 and ended_at is null', [userId, now]);
  await announceSessionEnded(database, userId, null);
}
