import type { RecordedEvent } from '@fairmark/events';
import type { ClientBase } from 'pg';
import { isPoison } from '../log-reader/errors.js';
import { FoldedStream } from './folded-stream.js';
import type { WriteRows } from './write-rows.js';

/** The first event of a stream that cannot be applied, and why. */
export interface Fault {
  event: RecordedEvent;
  error: unknown;
}

/**
 * Folds a stream from its first event and writes its rows as far as that is possible, in the caller's transaction: at once, or
 * else event by event, from a revision on. Null: all of it was applied.
 */
export async function applyStream(
  client: ClientBase,
  events: readonly RecordedEvent[],
  write: WriteRows,
  from = 0n,
): Promise<Fault | null> {
  const [first] = events;
  const whole = first === undefined ? null : FoldedStream.empty(first.stream);
  const stream = first === undefined ? null : FoldedStream.empty(first.stream);
  if (whole === null || stream === null) return null;
  const atOnce = await attempt(client, async () => {
    for (const event of events) whole.apply(event);
    await write(client, [whole.rows()]);
  });
  if (atOnce === null) return null;
  for (const event of events) {
    const failed = await attempt(client, async () => {
      stream.apply(event);
      if (event.revision >= from) await write(client, [stream.rows()]);
    });
    if (failed !== null) return { event, error: failed.error };
  }
  return null;
}

/** Does work whole or not at all. Answers what is wrong with what was applied; null: nothing. */
async function attempt(client: ClientBase, work: () => Promise<void>): Promise<{ error: unknown } | null> {
  await client.query('savepoint attempt');
  try {
    await work();
    await client.query('release savepoint attempt');
    return null;
  } catch (error) {
    if (!isPoison(error)) throw error;
    await client.query('rollback to savepoint attempt');
    return { error };
  }
}
