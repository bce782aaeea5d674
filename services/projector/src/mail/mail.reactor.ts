import { upcast, type RecordedEvent } from '@fairmark/events';
import { PositionUnknown, StoreUnavailable, type EventStore, type FoldableEvent } from '@fairmark/event-store';
import type { Logger } from '@fairmark/server';
import type { Pool } from 'pg';
import { repeat } from '../jobs/repeat.js';
import { commitMails, MailsRefused, readMailCheckpoint, type NewMail } from './mail.checkpoint.js';
import { mailKinds } from './mail.kinds.js';
import type { MailKind } from './mail.kind.js';

export interface MailReactorOptions {
  /** The caller closes it, and the pool. */
  store: EventStore;
  logger: Logger;
  /** See `mailKinds`. */
  remindAfterMs?: number;
  /** The current time; replaced in tests. */
  clock?: () => Date;
  /** Pause between two polls of the log, milliseconds. */
  everyMs?: number;
  /** Events per transaction, 1 to 10,000. */
  pageSize?: number;
}

const EVERY_MS = 1_000;
const PAGE = 1_000;
const REFUSED_RETRY_MS = 60_000;
const BACK_OFF_MS = { first: 500, most: 15_000 };

/**
 * Reads the log from its own checkpoint and puts the mails that events cause into the outbox. Each page is committed
 * with the checkpoint, so a crash neither loses nor repeats mails. It does not depend on the tables, so rebuilding them
 * sends no mails. Several processes may run it concurrently. When stopped, it finishes the current page.
 */
export function startMailReactor(pool: Pool, options: MailReactorOptions): { stop: () => Promise<void> } {
  const { logger, everyMs = EVERY_MS } = options;
  const kinds = mailKinds(options.remindAfterMs);
  return repeat((signal) => readToEnd(pool, kinds, options, signal), {
    everyMs,
    backOff: BACK_OFF_MS,
    onError: (err, retryInMs) => {
      if (err instanceof MailsRefused || err instanceof PositionUnknown) {
        logger.error({ err }, 'events cause no mails until an operator has acted (docs/operations.md)');
        return REFUSED_RETRY_MS;
      }
      logger.warn({ err, retryInMs }, 'reading the log for mails failed, trying again');
      return retryInMs;
    },
  });
}

/** Reads from the checkpoint to the log's end, or until another process moves the checkpoint. */
async function readToEnd(
  pool: Pool,
  kinds: readonly MailKind[],
  options: MailReactorOptions,
  signal: AbortSignal,
): Promise<void> {
  const { store, pageSize = PAGE } = options;
  let checkpoint = await readMailCheckpoint(pool, store);
  while (!signal.aborted) {
    const page = await store.readPage(checkpoint.position, { limit: pageSize });
    const position = page.last;
    if (position === null) return;
    const mails: NewMail[] = [];
    for (const event of page.events()) mails.push(...(await mailsOf(event, kinds, options)));
    if (!(await commitMails(pool, checkpoint, position, mails))) return;
    checkpoint = { ...checkpoint, position };
  }
}

/**
 * The mails that an event causes. Events that are too old, from a demo or after a long outage, cause none. An event
 * whose mails cannot be determined is logged and causes none. If the log is unavailable, the page is retried.
 */
async function mailsOf(
  event: FoldableEvent,
  kinds: readonly MailKind[],
  { store, logger, clock = () => new Date() }: MailReactorOptions,
): Promise<NewMail[]> {
  const kind = kinds.find(({ causedBy }) => causedBy?.includes(event.type));
  const age = clock().getTime() - Date.parse(event.metadata.recordedAt);
  if (kind?.causes === undefined || age >= kind.lifeMs) return [];
  try {
    // A FoldableEvent has only part of the metadata, which is enough for `causes`.
    const caused = await kind.causes(upcast(event as RecordedEvent), store);
    return caused.map((mail) => ({ ...mail, kind: kind.name, delayMs: kind.delayMs ?? 0 }));
  } catch (err) {
    if (err instanceof StoreUnavailable) throw err;
    const { type, position } = event;
    logger.error({ err, type, position: String(position) }, 'the mails of an event could not be determined');
    return [];
  }
}
