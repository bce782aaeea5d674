import { MESSAGES } from '@fairmark/contract';
import { APP_SCHEMA, type Config, type Logger } from '@fairmark/server';
import { createTransport } from 'nodemailer';
import type { Pool } from 'pg';
import type { OwedWork } from '../jobs/start-work.js';
import { mailKinds } from './mail.kinds.js';
import { Dropped, type Streams, type Verdict } from './mail.kind.js';
import { layOut } from './mail.layout.js';
import { owedMails, roomFrom, withMail, type Outcome, type WaitingMail } from './mail.outbox.js';
import { isRefusedForGood, withoutWords } from './mail.refusal.js';
import { oneLine, plainName } from './mail.words.js';

export interface MailWorkOptions extends Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'remindAfterMs'> {
  store: Streams;
  logger: Logger;
  /** The time of day; tests hand in their own. */
  clock?: () => Date;
  /** How long the mail server may be silent before its answer, milliseconds (default 10 minutes). */
  answersWithinMs?: number;
  /** How long a worker may be silent that has a mail in hand, milliseconds (default 90 s): then it loses the mail. */
  heldSilentlyMs?: number;
}

/**
 * Mails that a golfer gets within an hour, whatever causes them. Links take room that no invitation can take, so that
 * no other golfer keeps a new password from one.
 */
const IN_AN_HOUR = { all: 5, withoutLinks: 2 };
/** Mails sent at once by one process; each holds one connection to the database and looks things up over another. */
export const MAILS_AT_ONCE = 4;
const SMTP_TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000 };
/** RFC 5321, 4.5.3.2.6: accepting a mail may take 10 minutes. Who hangs up before sends an accepted mail again. */
const ANSWERS_WITHIN_MS = 600_000;

/**
 * Sends what requests and the reactor have put into the outbox, over SMTP, tried again until the mail has become pointless or
 * the mail server has said that there is no such recipient. One mail per cause: the row is locked while its mail is sent and
 * says afterwards that it was. Only a crash between the mail server's answer and that note sends it again, with the same
 * Message-ID.
 */
export function mailWork(pool: Pool, options: MailWorkOptions): OwedWork {
  const { smtpUrl, mailFrom, publicUrl, logger, answersWithinMs = ANSWERS_WITHIN_MS } = options;
  const transport = createTransport({ url: smtpUrl, ...SMTP_TIMEOUTS, socketTimeout: answersWithinMs });
  const domain = new URL(publicUrl).hostname;
  const decide = decider(pool, options);
  const send = async (mail: WaitingMail): Promise<Outcome> => {
    const { cause, kind, email } = mail;
    const verdict = await decide(mail);
    if (verdict instanceof Date) return verdict;
    if (verdict instanceof Dropped) {
      const { reason, late } = verdict;
      logger[late ? 'error' : 'info']({ cause, kind, reason }, 'a mail is not sent');
      return 'dropped';
    }
    try {
      await transport.sendMail({
        from: mailFrom,
        to: { name: oneLine(mail.fullName), address: email },
        messageId: `<${cause}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...layOut(verdict),
      });
    } catch (error) {
      const err = withoutWords(error);
      if (!isRefusedForGood(error)) throw err;
      logger.error({ err, cause, kind }, 'the mail server knows no such recipient: the mail is not sent');
      return 'dropped';
    }
    logger.info({ cause, kind }, 'mail sent');
    return 'sent';
  };
  return {
    queue: 'mails',
    atOnce: MAILS_AT_ONCE,
    everyMs: 500,
    owed: () => owedMails(pool),
    work: (cause) => withMail(pool, cause, send, options.heldSilentlyMs),
  };
}

/** Asks the kind of a mail what becomes of it. Names are read then and kept nowhere. */
function decider(pool: Pool, options: MailWorkOptions): (mail: WaitingMail) => Promise<Verdict> {
  const { store, publicUrl, remindAfterMs, clock = () => new Date() } = options;
  const kinds = new Map(mailKinds(remindAfterMs).map((kind) => [kind.name, kind]));
  const naming = async (ids: Iterable<string>) => {
    const { rows } = await pool.query<{ id: string; name: string }>(
      `select id, full_name as name from ${APP_SCHEMA}.users
       where id = any($1::uuid[]) and deletion_requested_at is null`,
      [[...ids]],
    );
    const names = new Map(rows.map(({ id, name }) => [id, plainName(name)]));
    return (userId: string): string => names.get(userId) ?? MESSAGES.deletedPlayer;
  };
  return async ({ kind: name, about, userId, createdAt, emailVerified, ...mail }) => {
    const kind = kinds.get(name);
    if (kind === undefined) throw new Error(`Mails of kind ${name} are those of a later build`);
    if (!emailVerified && kind.linksToAccount !== true) return new Dropped('the address is not verified');
    const room = await roomFrom(pool, userId, kind.linksToAccount ? IN_AN_HOUR.all : IN_AN_HOUR.withoutLinks);
    if (room !== null) return room;
    const fullName = plainName(mail.fullName);
    return kind.decide(about, { userId, fullName, createdAt, now: clock(), publicUrl, store, pool, naming });
  };
}
