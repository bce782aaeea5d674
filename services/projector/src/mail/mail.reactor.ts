import { upcast, type RecordedEvent } from '@fairmark/events';
import { PositionUnknown, StoreUnavailable, type EventStore, type FoldableEvent } from '@fairmark/event-store';
import { APP_SCHEMA, repeat, type Logger } from '@fairmark/server';
import type { Pool } from 'pg';
import type { CausedMail, MailKind } from './mail.kind.js';
import { mailKinds } from './mail.work.js';

export interface MailReactorOptions {
  store: EventStore;
  logger: Logger;
  remindAfterMs: number;
  clock?: () => Date;
  everyMs?: number;
  pageSize?: number;
}

const EVERY_MS = 1_000;
const PAGE = 1_000;
const REFUSED_RETRY_MS = 60_000;
const BACK_OFF_MS = { first: 500, most: 15_000 };

/** Puts the mails that events cause into the outbox, in one statement with its checkpoint. Any number may run. */
export function startMailReactor(pool: Pool, options: MailReactorOptions): { stop: () => Promise<void> } {
  const { store, logger, everyMs = EVERY_MS, pageSize = PAGE } = options;
  const kinds = new Map<string, MailKind>();
  for (const kind of mailKinds(options.remindAfterMs)) {
    for (const type of kind.causedBy ?? []) kinds.set(type, kind);
  }
  const readToEnd = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const { logId, position } = await readMailCheckpoint(pool, store);
      const page = await store.readPage(position, { limit: pageSize });
      if (page.last === null) return;
      const mails: NewMail[] = [];
      for (const event of page.events()) mails.push(...(await mailsOf(event, kinds.get(event.type), options)));
      await pool.query(COMMIT, [logId, position, page.last, JSON.stringify(mails)]);
    }
  };
  return repeat(readToEnd, {
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

type NewMail = CausedMail & { kind: string; delayMs: number };

/** The mails of an event; none if it is too old or they cannot be determined. Without the log it throws. */
async function mailsOf(
  event: FoldableEvent,
  kind: MailKind | undefined,
  { store, logger, clock = () => new Date() }: MailReactorOptions,
): Promise<NewMail[]> {
  const { type, position, metadata } = event;
  if (kind?.causes === undefined) return [];
  const { name, lifeMs, delayMs = 0 } = kind;
  if (clock().getTime() - Date.parse(metadata.recordedAt) >= lifeMs) return [];
  try {
    // A FoldableEvent has only part of the metadata, which is enough for `causes`.
    const caused = await kind.causes(upcast(event as RecordedEvent), store);
    return caused.map((mail) => ({ ...mail, kind: name, delayMs }));
  } catch (err) {
    if (err instanceof StoreUnavailable) throw err;
    logger.error({ err, type, position: String(position) }, 'the mails of an event could not be determined');
    return [];
  }
}

/** The checkpoint belongs to another log, or is beyond the end of this one. An operator must decide what to mail. */
class MailsRefused extends Error {
  override readonly name = 'MailsRefused';
}

/** Reads the checkpoint; without one, begins at the log's end. @throws MailsRefused */
async function readMailCheckpoint(
  pool: Pool,
  store: Pick<EventStore, 'logId' | 'head'>,
): Promise<{ logId: string; position: bigint | null }> {
  const { rows } = await pool.query<{ logId: string; position: string | null }>(
    `select log_id as "logId", position from ${APP_SCHEMA}.mail_checkpoint`,
  );
  // Read later than the checkpoint, which another process may be moving, so that it cannot seem to be beyond the end.
  const [logId, head] = await Promise.all([store.logId(), store.head()]);
  const [row] = rows;
  if (row === undefined) {
    const begin = `insert into ${APP_SCHEMA}.mail_checkpoint (log_id, position) values ($1, $2) on conflict do nothing`;
    await pool.query(begin, [logId, head]);
    return { logId, position: head };
  }
  const position = row.position === null ? null : BigInt(row.position);
  if (row.logId !== logId) {
    throw new MailsRefused(`Mails came from log ${row.logId}, but this is log ${logId}: it causes none`);
  }
  if (position !== null && (head ?? -1n) < position) {
    throw new MailsRefused(
      `Mails were caused up to position ${position}, but the log ends at ${head ?? 'no event'}: an older log was restored, and causes none`,
    );
  }
  return { logId, position };
}

/** Moves the checkpoint and inserts new mails. Does neither if another process has moved it. */
const COMMIT = `
  with moved as (
    update ${APP_SCHEMA}.mail_checkpoint set position = $3 where log_id = $1 and position is not distinct from $2
    returning log_id
  )
  insert into ${APP_SCHEMA}.mail_outbox (cause, kind, user_id, about, due_at)
  select cause, kind, "userId", about, now() + "delayMs" * interval '1 millisecond'
  from moved
  cross join jsonb_to_recordset($4) as mail (cause text, kind text, "userId" uuid, about jsonb, "delayMs" bigint)
  join ${APP_SCHEMA}.users golfer on golfer.id = "userId" and deletion_requested_at is null and blocked_at is null
  on conflict do nothing`;
