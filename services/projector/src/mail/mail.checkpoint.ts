import { APP_SCHEMA, inTransaction } from '@fairmark/server';
import type { EventStore } from '@fairmark/event-store';
import type { Pool } from 'pg';
import type { CausedMail } from './mail.kind.js';

/** The position up to which the log has been read for mails. */
export interface MailCheckpoint {
  logId: string;
  /** Position of the last event read; null if the log was empty. */
  position: bigint | null;
}

/** A process that hangs in the middle of a page loses it to another. */
const IDLE_TIMEOUT_MS = 10_000;

/** The checkpoint belongs to another log, or is beyond the end of this one. An operator must decide what to mail. */
export class MailsRefused extends Error {
  override readonly name = 'MailsRefused';
}

/**
 * Reads the checkpoint. If there is none, creates one at the log's end, so that earlier events cause no mails.
 *
 * @throws MailsRefused
 */
export async function readMailCheckpoint(
  pool: Pool,
  store: Pick<EventStore, 'logId' | 'head'>,
): Promise<MailCheckpoint> {
  const [logId, head] = await Promise.all([store.logId(), store.head()]);
  const { rows } = await pool.query<{ logId: string; position: string | null }>(
    `with begun as (
       insert into ${APP_SCHEMA}.mail_checkpoint (log_id, position) values ($1, $2)
       on conflict do nothing returning log_id, position
     )
     select log_id as "logId", position from begun
     union all select log_id, position from ${APP_SCHEMA}.mail_checkpoint`,
    [logId, head],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('Another process is just creating the mail checkpoint');
  const position = row.position === null ? null : BigInt(row.position);
  if (row.logId !== logId) {
    throw new MailsRefused(`Mails were caused by log ${row.logId}, this log is ${logId}: nothing is mailed`);
  }
  // Another process may have moved the checkpoint since `head` was read, so read the head again before refusing.
  if (position !== null && (head ?? -1n) < position && ((await store.head()) ?? -1n) < position) {
    throw new MailsRefused(
      `Mails were caused up to position ${position}, the log ends at ${head ?? 'no event'}: an older log was restored, nothing is mailed`,
    );
  }
  return { logId, position };
}

export interface NewMail extends CausedMail {
  kind: string;
  /** Delay until the mail is due, milliseconds. */
  delayMs: number;
}

/**
 * Inserts mails into the outbox and moves the checkpoint, in one transaction. Skips mails that are already there, and
 * those to accounts that are blocked, deleted or being deleted. Returns false, without writing anything, if another
 * process has moved the checkpoint.
 */
export async function commitMails(
  pool: Pool,
  from: MailCheckpoint,
  position: bigint,
  mails: readonly NewMail[],
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    await client.query(`set local idle_in_transaction_session_timeout = '${IDLE_TIMEOUT_MS}ms'`);
    const { rowCount } = await client.query(
      `update ${APP_SCHEMA}.mail_checkpoint set position = $3 where log_id = $1 and position is not distinct from $2`,
      [from.logId, from.position, position],
    );
    if (rowCount === 1 && mails.length > 0) await client.query(INSERT, [JSON.stringify(mails)]);
    return rowCount === 1;
  });
}

const INSERT = `
  insert into ${APP_SCHEMA}.mail_outbox (cause, kind, user_id, about, due_at)
  select cause, kind, "userId", about, now() + "delayMs" * interval '1 millisecond'
  from jsonb_to_recordset($1) as mail (cause text, kind text, "userId" uuid, about jsonb, "delayMs" bigint)
  join ${APP_SCHEMA}.users golfer on golfer.id = "userId" and deletion_requested_at is null and blocked_at is null
  on conflict do nothing`;
