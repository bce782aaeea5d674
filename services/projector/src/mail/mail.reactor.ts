import { upcast, type RecordedEvent } from '@fairmark/events';
import { PositionUnknown, StoreUnavailable, type EventStore, type FoldableEvent } from '@fairmark/event-store';
import { runEvery, type Logger } from '@fairmark/server';
import type { Pool } from 'pg';
import { commitMails, MailsRefused, readMailCheckpoint, type NewMail } from './mail.checkpoint.js';
import { mailKinds } from './mail.kinds.js';
import type { MailKind } from './mail.kind.js';

export interface MailReactorOptions {
  /** Stays the caller's, as the pool does. */
  store: EventStore;
  logger: Logger;
  /** As for the sending of mails. */
  remindAfterMs?: number;
  /** The time of day; tests hand in their own. */
  clock?: () => Date;
  /** Pause between two looks at the log's end, milliseconds. */
  everyMs?: number;
  /** Events per transaction, 1 to 10,000. */
  pageSize?: number;
}

const EVERY_MS = 1_000;
const PAGE = 1_000;
const REFUSED_RETRY_MS = 60_000;
const BACK_OFF_MS = { first: 500, most: 15_000 };

/**
 * Reads the log from a checkpoint of its own and puts the mails that it causes into the outbox, page by page with the
 * checkpoint: killed anywhere, it continues from there, and no event makes two mails. It knows nothing of the tables, so
 * that rebuilding them mails nothing. Any number of processes may do this at once. Stopped, it finishes the page in hand.
 */
export function startMailReactor(pool: Pool, options: MailReactorOptions): { stop: () => Promise<void> } {
  const { logger, everyMs = EVERY_MS } = options;
  const ending = new AbortController();
  const { signal } = ending;
  const kinds = mailKinds(options.remindAfterMs);
  const running = runEvery(() => readOn(pool, kinds, options, signal), {
    everyMs,
    backOff: BACK_OFF_MS,
    signal,
    onError: (err, retryInMs) => {
      if (err instanceof MailsRefused || err instanceof PositionUnknown) {
        logger.error({ err }, 'the log causes no mails until an operator has looked (docs/operations.md)');
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
    },
  };
}

/** One look: from the checkpoint to the log's end, or until another process has moved the checkpoint. */
async function readOn(
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
 * The mails of an event. One that was recorded too long ago causes none: it is a demo's, or an outage has lasted too long.
 * One that makes no sense causes none either, and is reported; what cannot be read now is read later.
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
    // Of the metadata it has what is asked of it.
    const caused = await kind.causes(upcast(event as RecordedEvent), store);
    return caused.map((mail) => ({ ...mail, kind: kind.name, delayMs: kind.delayMs ?? 0 }));
  } catch (err) {
    if (err instanceof StoreUnavailable) throw err;
    const { type, position } = event;
    logger.error({ err, type, position: String(position) }, 'an event should cause mails and cannot');
    return [];
  }
}
