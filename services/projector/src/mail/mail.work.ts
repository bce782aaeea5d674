import { MESSAGES } from '@fairmark/contract';
import { readNames } from '@fairmark/read-models';
import { ADVISORY_LOCKS, APP_SCHEMA, inTransaction, type Config, type Logger } from '@fairmark/server';
import type { Pool } from 'pg';
import type { OwedWork } from '../jobs/job-queue.js';
import { resetMail, verifyMail } from './account.mail.js';
import { invitationMail } from './invitation.mail.js';
import { Dropped, type About, type MailKind, type Streams, type Verdict } from './mail.kind.js';
import { layOut } from './mail.layout.js';
import { oneLine, plainName } from './mail.words.js';
import { isRefusedForGood, openMailer, withoutWords, type MailerOptions } from './mailer.js';
import { resultMail } from './result.mail.js';
import { signatureMail } from './signature.mail.js';

/** Every kind of mail. `remindAfterMs`: how long a round must be idle before a reminder to sign, milliseconds. */
export function mailKinds(remindAfterMs: number): MailKind[] {
  return [verifyMail, resetMail, invitationMail, signatureMail(remindAfterMs), resultMail];
}

export interface MailWorkOptions extends MailerOptions, Pick<Config, 'remindAfterMs'> {
  store: Streams;
  logger: Logger;
  clock?: () => Date;
  answersWithinMs?: number;
  idleTimeoutMs?: number;
}

/** Mails that a process sends concurrently; each holds one database connection and queries through another. */
export const MAILS_AT_ONCE = 4;
/** Mails to a golfer in an hour: invitations leave some for links, so that they cannot delay a password reset. */
const HOURLY_MAX = { all: 5, withoutLinks: 2 };
const BATCH = 100;
/** A worker that holds a mail without a heartbeat for this long has hung, and loses the mail to another. */
const IDLE_TIMEOUT_MS = 90_000;
/** Short, because waiting for another worker to send the same mail is useless. */
const LOCK_TIMEOUT_MS = 1_000;

/**
 * Sends the mails in the outbox, once each: a row is locked, then marked as sent, and what it was about is cleared. Only
 * a crash between the mail server's answer and that mark sends one again, with the same Message-ID. Work on a mail
 * throws, to be retried, if another worker holds a mail of the golfer.
 */
export function mailWork(pool: Pool, options: MailWorkOptions): OwedWork {
  const { idleTimeoutMs = IDLE_TIMEOUT_MS } = options;
  const send = sender(pool, options);
  return {
    queue: 'mails',
    atOnce: MAILS_AT_ONCE,
    everyMs: 500,
    owed: async () => (await pool.query<{ cause: string }>(OWED)).rows.map(({ cause }) => cause),
    work: (cause) =>
      inTransaction(pool, async (client, lost) => {
        await client.query(
          `set local idle_in_transaction_session_timeout = '${idleTimeoutMs}ms'; set local lock_timeout = '${LOCK_TIMEOUT_MS}ms'`,
        );
        const [golfer] = (await client.query<{ id: string }>(GOLFER, [cause])).rows;
        if (golfer === undefined) return;
        // Taken before the golfer's mails of the hour are counted, so that the count is exact.
        await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [ADVISORY_LOCKS.mailsOfGolfer, golfer.id]);
        const [mail] = (await client.query<WaitingMail>(LOCK_MAIL, [cause])).rows;
        if (mail === undefined) return;
        const alive = setInterval(() => void client.query('select 1').catch(lost), idleTimeoutMs / 3);
        const outcome = await send(mail).finally(() => clearInterval(alive));
        await client.query(outcome instanceof Date ? POSTPONE : CLOSE, [cause, outcome]);
      }),
  };
}

interface WaitingMail {
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

/** What became of a mail; a Date is when to process it again. */
type Outcome = 'sent' | 'dropped' | Date;

/** Returns a function that sends a mail, unless it is dropped or postponed. Names are looked up then, and stored nowhere. */
function sender(pool: Pool, options: MailWorkOptions): (mail: WaitingMail) => Promise<Outcome> {
  const { store, logger, publicUrl, clock = () => new Date() } = options;
  const kinds = new Map(mailKinds(options.remindAfterMs).map((kind) => [kind.name, kind]));
  const mailer = openMailer(options, options.answersWithinMs);
  const naming = async (ids: Iterable<string>) => {
    const names = await readNames(pool, [...ids]);
    return (userId: string): string => plainName(names.get(userId) ?? MESSAGES.deletedPlayer);
  };
  const decide = async ({ kind: name, about, userId, createdAt, ...mail }: WaitingMail): Promise<Verdict> => {
    const kind = kinds.get(name);
    if (kind === undefined) throw new Error(`Mails of kind ${name} are from a later build`);
    const isLink = kind.causedBy === undefined;
    if (!mail.emailVerified && !isLink) return new Dropped('the address is not verified');
    if (mail.blocked && !isLink) return new Dropped('the account is blocked');
    return mail.allowedAt ?? kind.decide(about, { userId, createdAt, now: clock(), pool, store, naming });
  };
  return async (mail) => {
    const { cause, kind, email, fullName } = mail;
    const verdict = await decide(mail);
    if (verdict instanceof Date) return verdict;
    if (verdict instanceof Dropped) {
      const { reason, late } = verdict;
      logger[late ? 'error' : 'info']({ cause, kind, reason }, 'a mail is dropped');
      return 'dropped';
    }
    try {
      const to = { name: oneLine(fullName), address: email };
      await mailer.send(cause, { to, ...layOut(verdict, fullName, publicUrl) });
    } catch (error) {
      const err = withoutWords(error);
      if (!isRefusedForGood(error)) throw err;
      logger.error({ err, cause, kind }, 'the mail server does not know the recipient: the mail is dropped');
      return 'dropped';
    }
    logger.info({ cause, kind }, 'mail sent');
    return 'sent';
  };
}

const OUTBOX = `${APP_SCHEMA}.mail_outbox`;
const OPEN_AND_DUE = `
  (link_token is not null or about is not null) and sent_at is null and due_at <= now() and deletion_requested_at is null`;
/** Latest first, so that new mails get a job even while many others wait for a mail server. */
const OWED = `
  select cause from ${OUTBOX} mail join ${APP_SCHEMA}.users golfer on golfer.id = user_id
  where ${OPEN_AND_DUE} order by due_at desc, cause limit ${BATCH}`;
const GOLFER = `select user_id as id from ${OUTBOX} where cause = $1`;
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
  where cause = $1 and ${OPEN_AND_DUE}
  for update of mail`;
const POSTPONE = `update ${OUTBOX} set due_at = $2 where cause = $1`;
const CLOSE = `
  update ${OUTBOX} set link_token = null, about = null, sent_at = case when $2 = 'sent' then clock_timestamp() end
  where cause = $1`;
