import { APP_SCHEMA, inTransaction } from '@fairmark/server';
import type { EventStore } from '@fairmark/event-store';
import type { Pool, PoolClient } from 'pg';
import type { CausedMail } from './mail.causes.js';
import { MAIL_TIMES } from './mail.times.js';

/** How far the log has been read for mails. */
export interface MailCheckpoint {
  logId: string;
  /** Position of the last event; null: the log was empty. */
  position: bigint | null;
}

/** The checkpoint does not belong to this log, or is ahead of it. Somebody has to say what is to be mailed. */
export class MailsRefused extends Error {
  override readonly name = 'MailsRefused';
}

interface Row {
  logId: string;
  position: string | null;
}

/**
 * Where the reading goes on. Without a checkpoint it begins at the log's end: what happened before is mailed to nobody.
 *
 * @throws MailsRefused
 */
export async function readMailCheckpoint(
  pool: Pool,
  store: Pick<EventStore, 'logId' | 'head'>,
): Promise<MailCheckpoint> {
  const [logId, head] = await Promise.all([store.logId(), store.head()]);
  const row = (await found(pool)) ?? (await begun(pool, logId, head));
  const position = row.position === null ? null : BigInt(row.position);
  if (row.logId !== logId) {
    throw new MailsRefused(`Mails were caused by log ${row.logId}, this log is ${logId}: nothing is mailed`);
  }
  // Another process may have moved the checkpoint since the log's end was asked for: then it is asked for again.
  if (position !== null && (head ?? -1n) < position && ((await store.head()) ?? -1n) < position) {
    throw new MailsRefused(
      `Mails were caused up to position ${position}, the log ends at ${head ?? 'no event'}: an older log was restored, nothing is mailed`,
    );
  }
  return { logId, position };
}

async function found(pool: Pool): Promise<Row | undefined> {
  const { rows } = await pool.query<Row>(`select log_id as "logId", position from ${APP_SCHEMA}.mail_checkpoint`);
  return rows[0];
}

async function begun(pool: Pool, logId: string, head: bigint | null): Promise<Row> {
  await pool.query(
    `insert into ${APP_SCHEMA}.mail_checkpoint (log_id, position) values ($1, $2) on conflict do nothing`,
    [logId, head],
  );
  const row = await found(pool);
  if (row === undefined) throw new Error('The checkpoint of the mails vanished');
  return row;
}

/**
 * Puts mails into the outbox and moves the checkpoint from where it was to a position, all or nothing. Mails that are there
 * already, and those to accounts that are gone, are passed over. False: somebody else has moved the checkpoint, and nothing
 * was written.
 */
export async function commitMails(
  pool: Pool,
  from: MailCheckpoint,
  { position, mails, remindAfterMs }: { position: bigint; mails: readonly CausedMail[]; remindAfterMs?: number },
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `update ${APP_SCHEMA}.mail_checkpoint set position = $3 where log_id = $1 and position is not distinct from $2`,
      [from.logId, from.position, position],
    );
    if (rowCount === 1) await insertMails(client, mails, remindAfterMs);
    return rowCount === 1;
  });
}

async function insertMails(client: PoolClient, mails: readonly CausedMail[], remindAfterMs?: number): Promise<void> {
  if (mails.length === 0) return;
  const delays = mails.map(({ kind }) =>
    kind === 'SIGNATURE' ? (remindAfterMs ?? MAIL_TIMES.SIGNATURE.delayMs) : MAIL_TIMES[kind].delayMs,
  );
  await client.query(
    `insert into ${APP_SCHEMA}.mail_outbox (cause, kind, user_id, about, due_at)
     select mail.cause, mail.kind, mail.user_id, mail.about, now() + mail.delay_ms * interval '1 millisecond'
     from unnest($1::text[], $2::text[], $3::uuid[], $4::jsonb[], $5::bigint[]) as mail (cause, kind, user_id, about, delay_ms)
     join ${APP_SCHEMA}.users golfer on golfer.id = mail.user_id and golfer.deletion_requested_at is null
       and golfer.blocked_at is null
     on conflict do nothing`,
    [
      mails.map(({ cause }) => cause),
      mails.map(({ kind }) => kind),
      mails.map(({ userId }) => userId),
      mails.map(({ about }) => JSON.stringify(about)),
      delays,
    ],
  );
}
