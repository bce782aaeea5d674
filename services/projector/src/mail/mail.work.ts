import { MESSAGES } from '@fairmark/contract';
import { readNames } from '@fairmark/read-models';
import type { Config, Logger } from '@fairmark/server';
import type { Pool } from 'pg';
import type { OwedWork } from '../jobs/job-queue.js';
import { resetMail, verifyMail } from './account.mail.js';
import { invitationMail } from './invitation.mail.js';
import { Dropped, type MailKind, type NameOf, type Streams, type Verdict } from './mail.kind.js';
import { layOut } from './mail.layout.js';
import { owedMails, withMail, type Outcome, type WaitingMail } from './mail.outbox.js';
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

/**
 * Sends the mails in the outbox, once each: a row is locked, then marked as sent. Only a crash between the mail
 * server's answer and that mark sends one again, with the same Message-ID.
 */
export function mailWork(pool: Pool, options: MailWorkOptions): OwedWork {
  const { store, logger, publicUrl, clock = () => new Date() } = options;
  const kinds = new Map(mailKinds(options.remindAfterMs).map((kind) => [kind.name, kind]));
  const mailer = openMailer(options, options.answersWithinMs);
  const naming = async (ids: Iterable<string>): Promise<NameOf> => {
    const names = await readNames(pool, [...ids]);
    return (userId) => plainName(names.get(userId) ?? MESSAGES.deletedPlayer);
  };
  const decide = async ({ kind: name, about, userId, createdAt, ...mail }: WaitingMail): Promise<Verdict> => {
    const kind = kinds.get(name);
    if (kind === undefined) throw new Error(`Mails of kind ${name} are from a later build`);
    const isLink = kind.causedBy === undefined;
    if (!mail.emailVerified && !isLink) return new Dropped('the address is not verified');
    if (mail.blocked && !isLink) return new Dropped('the account is blocked');
    return mail.allowedAt ?? kind.decide(about, { userId, createdAt, now: clock(), pool, store, naming });
  };
  const send = async (mail: WaitingMail): Promise<Outcome> => {
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
  return {
    queue: 'mails',
    atOnce: MAILS_AT_ONCE,
    everyMs: 500,
    owed: () => owedMails(pool),
    work: (cause) => withMail(pool, cause, send, options.idleTimeoutMs),
  };
}
