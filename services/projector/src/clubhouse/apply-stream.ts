import type { RecordedEvent } from '@fairmark/events';
import type { ClientBase } from 'pg';
import { isPoison } from '../log-reader/errors.js';
import { FoldedStream } from './folded-stream.js';
import type { WriteRows } from './write-rows.js';

/** The first event of a stream that cannot be applied, and the error. */
export interface Fault {
  event: RecordedEvent;
  error: unknown;
}

/**
 * Folds a whole stream and writes its rows as far as possible, in the caller's transaction: first in one step, and if
 * that fails, event by event, writing rows from revision `from` on. Returns null if all events were applied.
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
  const failure = await attempt(client, async () => {
    for (const event of events) whole.apply(event);
    await write(client, [whole.rows()]);
  });
  if (failure === null) return null;
  for (const event of events) {
    const failed = await attempt(client, async () => {
      stream.apply(event);
      if (event.revision >= from) await write(client, [stream.rows()]);
    });
    if (failed !== null) return { event, error: failed.error };
  }
  return null;
}

/** Runs `work` in a savepoint. Returns the error if the events are at fault, null on success; rethrows other errors. */
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
