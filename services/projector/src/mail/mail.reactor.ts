import { PositionUnknown, StoreUnavailable, type EventStore } from '@fairmark/event-store';
import { runEvery, type Logger } from '@fairmark/server';
import { Pool } from 'pg';
import type { FoldedEvent, LogReader } from '../log-reader/log-reader.js';
import { mailsCausedBy, type CausedMail } from './mail.causes.js';
import { commitMails, MailsRefused, readMailCheckpoint } from './mail.checkpoint.js';

export interface MailReactorOptions {
  databaseUrl: string;
  /** Stays the caller's, as the reader does. */
  store: EventStore;
  reader: LogReader;
  logger: Logger;
  /** As for the worker. */
  remindAfterMs?: number;
  /** The time of day; tests hand in their own. */
  clock?: () => Date;
  /** Pause between two looks at the log's end, milliseconds. */
  everyMs?: number;
  /** Events per transaction, 1 to 10,000. */
  pageSize?: number;
}

/** Puts mails that events cause into the outbox. */
export interface MailReactor {
  /** Finishes the page in hand. */
  stop(): Promise<void>;
}

const EVERY_MS = 1_000;
const PAGE = 1_000;
const REFUSED_RETRY_MS = 60_000;
const BACK_OFF_MS = { first: 500, most: 15_000 };
/** A process that stands still in the middle of a page loses it to another. */
const DATABASE_TIMEOUTS = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 10_000,
  query_timeout: 12_000,
  idle_in_transaction_session_timeout: 10_000,
  keepAlive: true,
};

/**
 * Reads the log from a checkpoint of its own and puts the mails that it causes into the outbox, page by page with the
 * checkpoint: killed anywhere, it goes on where it was, and no event makes two mails. It knows nothing of the tables, so
 * that rebuilding them mails nobody. Any number of processes may do this at once.
 */
export function startMailReactor(options: MailReactorOptions): MailReactor {
  const { databaseUrl, logger, everyMs = EVERY_MS } = options;
  const ending = new AbortController();
  const { signal } = ending;
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'fairmark mail reactor',
    max: 1,
    ...DATABASE_TIMEOUTS,
  });
  // A connection that breaks between two looks is replaced for the next one.
  pool.on('error', () => undefined);
  const running = runEvery(() => readOn(pool, options, signal), {
    everyMs,
    backOff: BACK_OFF_MS,
    signal,
    onError: (err, retryInMs) => {
      if (err instanceof MailsRefused || err instanceof PositionUnknown) {
        logger.error({ err }, 'the log causes no mails: somebody has to look (docs/operations.md)');
        return REFUSED_RETRY_MS;
      }
      logger.warn({ err, retryInMs }, 'mails that the log causes wait for the database');
      return retryInMs;
    },
  });
  return {
    stop: async () => {
      ending.abort();
      await running;
      await pool.end();
    },
  };
}

/** One look: from the checkpoint to the log's end, or until somebody else has moved the checkpoint. */
async function readOn(pool: Pool, options: MailReactorOptions, signal: AbortSignal): Promise<void> {
  const { store, reader, remindAfterMs, pageSize = PAGE } = options;
  let checkpoint = await readMailCheckpoint(pool, store);
  while (!signal.aborted) {
    const page = await reader.page(checkpoint.position, pageSize);
    const position = page.at(-1)?.position;
    if (position === undefined) return;
    const mails = await mailsOf(page, options);
    if (!(await commitMails(pool, checkpoint, { position, mails, remindAfterMs }))) return;
    checkpoint = { ...checkpoint, position };
  }
}

/** An event that makes no sense makes no mail, and is said; what cannot be read now is read later. */
async function mailsOf(page: readonly FoldedEvent[], options: MailReactorOptions): Promise<CausedMail[]> {
  const { store, logger, clock = () => new Date() } = options;
  const now = clock().toISOString();
  const mails: CausedMail[] = [];
  for (const event of page) {
    try {
      mails.push(...(await mailsCausedBy(event, store, now)));
    } catch (err) {
      if (err instanceof StoreUnavailable) throw err;
      const { type, position } = event;
      logger.error({ err, type, position: String(position) }, 'an event should cause mails and cannot');
    }
  }
  return mails;
}
