import { ADVISORY_LOCKS, APP_SCHEMA, inTransaction } from '@fairmark/server';
import type { Pool } from 'pg';
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
  /** When the golfer may get a mail again; null: now. */
  allowedAt: Date | null;
}

/** The outcome of processing a mail; a Date is when to process it again. */
export type Outcome = 'sent' | 'dropped' | Date;

const OUTBOX = `${APP_SCHEMA}.mail_outbox`;
const OPEN = '(link_token is not null or about is not null) and sent_at is null';
/** Mails to a golfer in an hour: invitations leave some for links, so that they cannot delay a password reset. */
const HOURLY_MAX = { all: 5, withoutLinks: 2 };
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
    await client.query(LOCK_GOLFER, [ADVISORY_LOCKS.mailsOfGolfer, cause]);
    const { rows } = await client.query<WaitingMail>(LOCK_MAIL, [cause]);
    const [mail] = rows;
    if (mail === undefined) return;
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

/** Taken before the golfer's mails of the hour are counted, so that the count is exact. */
const LOCK_GOLFER = `select pg_advisory_xact_lock($1, hashtext(user_id::text)) from ${OUTBOX} where cause = $2`;
const LOCK_MAIL = `
  select cause, kind, coalesce(about, jsonb_build_object('token', link_token)) as about,
    mail.created_at as "createdAt", user_id as "userId", full_name as "fullName", email,
    email_verified_at is not null as "emailVerified", blocked_at is not null as blocked,
    (select sent_at + interval '1 hour' from ${OUTBOX} earlier
     where earlier.user_id = mail.user_id and sent_at > clock_timestamp() - interval '1 hour'
     order by sent_at desc
     offset case when mail.about is null then ${HOURLY_MAX.all} else ${HOURLY_MAX.withoutLinks} end - 1 limit 1)
       as "allowedAt"
  from ${OUTBOX} mail join ${APP_SCHEMA}.users golfer on golfer.id = user_id
  where cause = $1 and ${OPEN} and due_at <= now() and deletion_requested_at is null
  for update of mail`;
