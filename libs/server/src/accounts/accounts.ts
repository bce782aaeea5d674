import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { LIMITS } from '@fairmark/contract';
import { isoTime, type Queries } from '../database/queries.js';

/** SQL condition: the account in `app.users` is verified, neither blocked nor being deleted, so its golfer can play. */
export const CAN_PLAY = 'email_verified_at is not null and blocked_at is null and deletion_requested_at is null';

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

/** REFUSED: a wrong password. RESET, CHANGE: a new one, by link or in a session. CODE: of an authenticator. */
export type SignInKind = 'SIGN_IN' | 'REFUSED' | 'RESET' | 'CHANGE' | 'CODE' | 'CODE_REFUSED';

/** How often one kind of sign-in event happened to an account within an hour. */
export interface SignInHour {
  hour: string;
  kind: SignInKind;
  times: number;
}

/** Counts a sign-in event in the row of its hour, so that endless guessing adds at most one row an hour. */
export async function noteSignIn(database: Queries, userId: string, kind: SignInKind): Promise<void> {
  await database.query(
    `insert into app.sign_ins (user_id, hour, kind, times)
     select id, date_trunc('hour', now(), 'UTC'), $2, 1 from app.users where id = $1
     on conflict (user_id, hour, kind) do update set times = sign_ins.times + 1`,
    [userId, kind],
  );
}

/** Sign-in events of an account, latest hour first; at most `limit` rows. */
export async function listSignIns(database: Queries, userId: string, limit: number): Promise<SignInHour[]> {
  const { rows } = await database.query<SignInHour>(
    `select ${isoTime('hour')} as hour, kind, times from app.sign_ins where user_id = $1
     order by sign_ins.hour desc, kind limit $2`,
    [userId, limit],
  );
  return rows;
}

/** Links in mails by purpose: the kind of mail, and how long the link works. */
export const MAIL_LINKS = {
  VERIFY: { mail: 'VERIFY_EMAIL', lifeMs: LIMITS.verifyLinkMs },
  RESET: { mail: 'RESET_PASSWORD', lifeMs: LIMITS.resetLinkMs },
} as const;
export type LinkPurpose = keyof typeof MAIL_LINKS;

const TOKEN_BYTES = 32;

export const linkTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Creates a link, expires earlier links of its purpose and puts its mail into the outbox. For use in a transaction. */
export async function sendMailLink(
  database: Queries,
  { userId, purpose, now }: { userId: string; purpose: LinkPurpose; now: Date },
): Promise<void> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const { mail, lifeMs } = MAIL_LINKS[purpose];
  await database.query(
    `with expired as (
       update app.mail_links set expires_at = $3
       where user_id = $1 and purpose = $2 and used_at is null and expires_at > $3
     ), link as (
       insert into app.mail_links (token_hash, user_id, purpose, expires_at, created_at) values ($4, $1, $2, $5, $3)
     )
     insert into app.mail_outbox (cause, kind, user_id, link_token, created_at) values ($6, $7, $1, $8, $3)`,
    [userId, purpose, now, linkTokenHash(token), new Date(now.getTime() + lifeMs), randomUUID(), mail, token],
  );
}
