import { ADVISORY_LOCKS, APP_SCHEMA, inTransaction } from '@fairmark/server';
import type { Pool, PoolClient } from 'pg';
import type { About } from './mail.kind.js';

export interface WaitingMail {
  cause: string;
  kind: string;
  about: About;
  createdAt: Date;
  userId: string;
  fullName: string;
  email: string;
  emailVerified: boolean;
  blocked: boolean;
}

/** The outcome of processing a mail; a Date is when to process it again. */
export type Outcome = 'sent' | 'dropped' | Date;

const OUTBOX = `${APP_SCHEMA}.mail_outbox`;
const OPEN = '(link_token is not null or about is not null) and sent_at is null';
const BATCH = 100;
/** A worker that holds a mail without a heartbeat for this long has hung, and loses the mail to another. */
const IDLE_TIMEOUT_MS = 90_000;
/** Short, because waiting for another worker to send the same mail is useless. */
const LOCK_TIMEOUT_MS = 1_000;

/** Causes of due mails, latest first, so that new mails get a job even while many others wait for a mail server. */
export async function owedMails(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ cause: string }>(
    `select cause from ${OUTBOX} mail join ${APP_SCHEMA}.users golfer on golfer.id = user_id
     where ${OPEN} and due_at <= now() and deletion_requested_at is null order by due_at desc, cause limit $1`,
    [BATCH],
  );
  return rows.map(({ cause }) => cause);
}

/**
 * Passes a mail to `work` while its row is locked, and then clears what it is about. Throws, to be retried, if another
 * worker holds a mail of the golfer. Only a process that hangs for `idleTimeoutMs` loses the mail.
 */
export async function withMail(
  pool: Pool,
  cause: string,
  work: (mail: WaitingMail) => Promise<Outcome>,
  idleTimeoutMs = IDLE_TIMEOUT_MS,
): Promise<void> {
  await inTransaction(pool, async (client, lost) => {
    await client.query(
      `set local idle_in_transaction_session_timeout = '${idleTimeoutMs}ms'; set local lock_timeout = '${LOCK_TIMEOUT_MS}ms'`,
    );
    const mail = await lockMail(client, cause);
    if (mail === null) return;
    await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [ADVISORY_LOCKS.mailsOfGolfer, mail.userId]);
    const alive = setInterval(() => void client.query('select 1').catch(lost), idleTimeoutMs / 3);
    const outcome = await work(mail).finally(() => clearInterval(alive));
    if (outcome instanceof Date) {
      await client.query(`update ${OUTBOX} set due_at = $2 where cause = $1`, [cause, outcome]);
      return;
    }
    await client.query(
      `update ${OUTBOX} set link_token = null, about = null, sent_at = case when $2 = 'sent' then clock_timestamp() end
       where cause = $1`,
      [cause, outcome],
    );
  });
}

/** When a golfer may get another mail, at most `most` in any hour; null: now. Exact within `withMail`. */
export async function nextAllowedAt(pool: Pool, userId: string, most: number): Promise<Date | null> {
  const { rows } = await pool.query<{ at: Date }>(
    `select sent_at + interval '1 hour' as at from ${OUTBOX}
     where user_id = $1 and sent_at > clock_timestamp() - interval '1 hour' order by sent_at desc offset $2 limit 1`,
    [userId, most - 1],
  );
  return rows[0]?.at ?? null;
}

async function lockMail(client: PoolClient, cause: string): Promise<WaitingMail | null> {
  const { rows } = await client.query<WaitingMail>(
    `select cause, kind, coalesce(about, jsonb_build_object('token', link_token)) as about,
       mail.created_at as "createdAt", user_id as "userId", full_name as "fullName", email,
       email_verified_at is not null as "emailVerified", blocked_at is not null as blocked
     from ${OUTBOX} mail join ${APP_SCHEMA}.users golfer on golfer.id = user_id
     where cause = $1 and ${OPEN} and due_at <= now() and deletion_requested_at is null
     for update of mail`,
    [cause],
  );
  return rows[0] ?? null;
}
