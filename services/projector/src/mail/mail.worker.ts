import { runEvery, type Config, type Logger } from '@fairmark/server';
import { createTransport } from 'nodemailer';
import { Pool } from 'pg';
import { MailComposer, type ComposerOptions } from './mail.composer.js';
import { DATABASE_TIMEOUTS, openMailJobs } from './mail.jobs.js';
import { layOut } from './mail.layout.js';
import {
  HELD_SILENTLY_MS,
  markQueued,
  requeueLost,
  unqueued,
  withMail,
  type Outcome,
  type WaitingMail,
} from './mail.outbox.js';
import { isRefusedForGood, withoutWords } from './mail.refusal.js';
import { oneLine } from './mail.words.js';

export interface MailWorkerOptions
  extends
    Pick<Config, 'databaseUrl' | 'redisUrl' | 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'remindAfterMs'>,
    Pick<ComposerOptions, 'store' | 'clock'> {
  logger: Logger;
  /** How long the mail server may be silent before its answer, milliseconds (default 10 minutes). */
  answersWithinMs?: number;
  /** How long a worker may be silent that has a mail in hand, milliseconds (default 90 s): then it loses the mail. */
  heldSilentlyMs?: number;
  /** Pause between two looks for mails whose jobs were lost, milliseconds (default 60 s). */
  lookForLostEveryMs?: number;
}

/** Mails on their way from the outbox to the mail server. */
export interface MailWorker {
  /** Finishes the mails in hand and closes every connection. */
  stop(): Promise<void>;
  /** How many jobs wait, run and wait to be tried again. */
  jobs(): Promise<Record<string, number>>;
}

const SWEEP_EVERY_MS = 500;
const LOOK_FOR_LOST_EVERY_MS = 60_000;
const AT_ONCE = 4;
const SMTP_TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000 };
/**
 * RFC 5321, 4.5.3.2.6: a server may take 10 minutes to accept what it was sent. Whoever hangs up before sends a mail again
 * that was accepted.
 */
const ANSWERS_WITHIN_MS = 600_000;

/**
 * Sends what requests and the reactor have put into the outbox: swept into jobs once it is due, sent over SMTP, tried again with
 * growing pauses until the mail has become pointless or the mail server has said that there is no such recipient. One mail per cause:
 * the outbox row is locked while its mail is sent and says afterwards that it was. Only a crash between the mail server's
 * answer and that note sends it again, with the same Message-ID. Rejects when the database can't be reached; later outages
 * are survived.
 */
export async function startMailWorker(options: MailWorkerOptions): Promise<MailWorker> {
  const { databaseUrl, redisUrl, logger, heldSilentlyMs = HELD_SILENTLY_MS } = options;
  const pool = new Pool({
    connectionString: databaseUrl,
    // Each mail in hand holds one connection and looks things up over another.
    max: 2 * AT_ONCE + 2,
    ...DATABASE_TIMEOUTS,
    application_name: 'fairmark mail',
  });
  const trouble = (err: unknown) => logger.warn({ err }, 'the mail queue has trouble');
  pool.on('error', trouble);
  const send = sender(options, new MailComposer({ ...options, pool }));
  const jobs = await openMailJobs({
    databaseUrl,
    redisUrl,
    atOnce: AT_ONCE,
    deliver: (cause) => withMail(pool, cause, send, heldSilentlyMs),
    onFailed: (cause, attempts, err) => logger.warn({ err, cause, attempts }, 'a mail was not sent, trying again'),
    trouble,
  }).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const ending = new AbortController();
  const looking = { signal: ending.signal, trouble, everyMs: options.lookForLostEveryMs ?? LOOK_FOR_LOST_EVERY_MS };
  const sweeping = sweep(pool, looking, (causes) => jobs.add(causes));
  return {
    jobs: () => jobs.counts(),
    stop: async () => {
      ending.abort();
      await sweeping;
      await jobs.close();
      await pool.end();
    },
  };
}

/** Makes jobs of what waits in the outbox. A crash in between makes the same jobs again, by the same ids. */
async function sweep(
  pool: Pool,
  { signal, trouble, everyMs }: { signal: AbortSignal; trouble: (err: unknown) => void; everyMs: number },
  enqueue: (causes: string[]) => Promise<void>,
): Promise<void> {
  let lookForLostAt = 0;
  const look = async (): Promise<void> => {
    while (!signal.aborted) {
      if (performance.now() >= lookForLostAt) {
        await requeueLost(pool);
        lookForLostAt = performance.now() + everyMs;
      }
      const causes = await unqueued(pool);
      if (causes.length === 0) return;
      await enqueue(causes);
      await markQueued(pool, causes);
    }
  };
  await runEvery(look, { everyMs: SWEEP_EVERY_MS, signal, onError: trouble });
}

function sender(options: MailWorkerOptions, composer: MailComposer) {
  const { smtpUrl, mailFrom, publicUrl, logger, answersWithinMs = ANSWERS_WITHIN_MS } = options;
  const transport = createTransport({ url: smtpUrl, ...SMTP_TIMEOUTS, socketTimeout: answersWithinMs });
  const domain = new URL(publicUrl).hostname;
  return async (mail: WaitingMail): Promise<Outcome> => {
    const { cause, kind, email } = mail;
    const verdict = await composer.compose(mail);
    if (verdict.outcome === 'later') return verdict.at;
    if (verdict.outcome === 'drop') {
      const { reason, late } = verdict;
      logger[late ? 'error' : 'info']({ cause, kind, reason }, 'a mail is not sent');
      return 'dropped';
    }
    const { letter } = verdict;
    try {
      await transport.sendMail({
        from: mailFrom,
        to: { name: oneLine(mail.fullName), address: email },
        messageId: `<${cause}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...layOut(letter),
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
}
