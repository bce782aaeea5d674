import { inTransaction, type AccountMailKind, type EventMailKind, type MailSubjects } from '@fairmark/server';
import type { Pool, PoolClient } from 'pg';

interface Addressed {
  cause: string;
  userId: string;
  fullName: string;
  email: string;
  emailVerified: boolean;
  createdAt: Date;
}

/** A mail that waits, with whom it goes to. */
export type WaitingMail = Addressed &
  (
    | { [Kind in AccountMailKind]: { kind: Kind; token: string } }[AccountMailKind]
    | { [Kind in EventMailKind]: { kind: Kind; about: MailSubjects[Kind] } }[EventMailKind]
  );

/** What became of a mail in hand; a moment: it is looked at again from then on. */
export type Outcome = 'sent' | 'dropped' | Date;

const AT_A_TIME = 100;
/** A mail without a job for so long has lost it. */
const LOST_AFTER = '10 minutes';
/** A worker that holds a mail and is silent for so long stands still: it loses the mail to another. */
export const HELD_SILENTLY_MS = 90_000;

/** Causes that are due and have no job yet, in order. A mail that a worker has in hand is none of the sweep's business. */
export async function unqueued(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ cause: string }>(
    `select cause from app.mail_outbox where queued_at is null and due_at <= now() order by due_at, created_at limit $1
        for update skip locked`,
    [AT_A_TIME],
  );
  return rows.map(({ cause }) => cause);
}

/** Notes that jobs were made, without waiting for mails that a worker has in hand already, or has put off again. */
export async function markQueued(pool: Pool, causes: readonly string[]): Promise<void> {
  await pool.query(
    `update app.mail_outbox set queued_at = now()
      where cause in (select cause from app.mail_outbox where cause = any($1) and due_at <= now() for update skip locked)`,
    [causes],
  );
}

/** Lets mails be queued again that were queued long ago and never sent; a job that is still there takes no harm. */
export async function requeueLost(pool: Pool): Promise<void> {
  await pool.query(
    `update app.mail_outbox set queued_at = null
      where cause in (
        select cause from app.mail_outbox
         where sent_at is null and (link_token is not null or about is not null) and queued_at < now() - $1::interval
           for update skip locked
      )`,
    [LOST_AFTER],
  );
}

/**
 * Hands a mail to `work` while nobody else can have it, and forgets what it needed afterwards: `sent` when it went out,
 * `dropped` when there is no point in sending it any more. A mail that is put off waits as before. Nothing is handed over for a mail that is done or gone.
 * Throws when another worker has it at this moment, or what `work` threw; the mail then waits as before. `work` may take as
 * long as it needs: while this process lives it says so, and only one that is silent for `heldSilentlyMs` loses the mail.
 */
export async function withMail(
  pool: Pool,
  cause: string,
  work: (mail: WaitingMail) => Promise<Outcome>,
  heldSilentlyMs = HELD_SILENTLY_MS,
): Promise<void> {
  await inTransaction(pool, async (client, lost) => {
    await client.query(`set local idle_in_transaction_session_timeout = '${heldSilentlyMs}ms'`);
    const mail = await lockMail(client, cause);
    if (mail === null) return;
    const alive = setInterval(() => void client.query('select 1').catch(lost), heldSilentlyMs / 3);
    const outcome = await work(mail).finally(() => clearInterval(alive));
    await note(client, cause, outcome);
  });
}

async function note(client: PoolClient, cause: string, outcome: Outcome): Promise<void> {
  if (outcome instanceof Date) {
    await client.query('update app.mail_outbox set due_at = $2, queued_at = null where cause = $1', [cause, outcome]);
    return;
  }
  await client.query(
    `update app.mail_outbox
        set link_token = null, about = null, queued_at = coalesce(queued_at, now()),
            sent_at = case when $2 = 'sent' then clock_timestamp() end
      where cause = $1`,
    [cause, outcome],
  );
}

async function lockMail(client: PoolClient, cause: string): Promise<WaitingMail | null> {
  const { rows } = await client.query<WaitingMail>(
    `select o.cause, o.kind, o.user_id as "userId", o.link_token as token, o.about, o.created_at as "createdAt",
            u.full_name as "fullName", u.email, u.email_verified_at is not null as "emailVerified"
       from app.mail_outbox o join app.users u on u.id = o.user_id
      where o.cause = $1 and o.sent_at is null and (o.link_token is not null or o.about is not null)
        and o.due_at <= now() and u.deletion_requested_at is null
        for update of o nowait`,
    [cause],
  );
  return rows[0] ?? null;
}
