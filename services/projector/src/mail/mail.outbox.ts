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
}

/** What became of a mail in hand; a moment: it is looked at again from then on. */
export type Outcome = 'sent' | 'dropped' | Date;

const OUTBOX = `${APP_SCHEMA}.mail_outbox`;
const OPEN = '(link_token is not null or about is not null) and sent_at is null';
const AT_A_TIME = 100;
/** A worker that holds a mail and is silent for so long stands still: it loses the mail to another. */
const HELD_SILENTLY_MS = 90_000;
/** No use for waiting until another worker has sent a mail. */
const LOCK_MS = 1_000;

/** Causes of mails that are due. The last ones first: however many wait for a mail server to answer, a new one gets its job. */
export async function owedMails(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ cause: string }>(
    `select cause from ${OUTBOX} mail join ${APP_SCHEMA}.users golfer on golfer.id = user_id
     where ${OPEN} and due_at <= now() and deletion_requested_at is null order by due_at desc, cause limit $1`,
    [AT_A_TIME],
  );
  return rows.map(({ cause }) => cause);
}

/**
 * Hands a mail to `work` while its row is locked, and forgets what it needed afterwards, unless it is to be looked at
 * again. Nothing is handed over of a mail that is done or gone. Throws when another worker has it, or another mail of
 * its golfer, at this moment, or what `work` threw; the mail then waits as before. `work` may take as long as it needs: while
 * this process lives it says so, and only one that is silent for `heldSilentlyMs` loses the mail.
 */
export async function withMail(
  pool: Pool,
  cause: string,
  work: (mail: WaitingMail) => Promise<Outcome>,
  heldSilentlyMs = HELD_SILENTLY_MS,
): Promise<void> {
  await inTransaction(pool, async (client, lost) => {
    await client.query(
      `set local idle_in_transaction_session_timeout = '${heldSilentlyMs}ms'; set local lock_timeout = '${LOCK_MS}ms'`,
    );
    const mail = await lockMail(client, cause);
    if (mail === null) return;
    await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [ADVISORY_LOCKS.mailsOfGolfer, mail.userId]);
    const alive = setInterval(() => void client.query('select 1').catch(lost), heldSilentlyMs / 3);
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

/**
 * When a golfer has room for another mail, with at most `most` in any hour; null: at once. Exact within `withMail`, where no
 * other mail of the golfer goes out.
 */
export async function roomFrom(pool: Pool, userId: string, most: number): Promise<Date | null> {
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
       email_verified_at is not null as "emailVerified"
     from ${OUTBOX} mail join ${APP_SCHEMA}.users golfer on golfer.id = user_id
     where cause = $1 and ${OPEN} and due_at <= now() and deletion_requested_at is null
     for update of mail`,
    [cause],
  );
  return rows[0] ?? null;
}
