import { OwnershipLost, TablesReplaced } from '../log-reader/errors.js';
import { applyPage, type ApplyOptions } from './apply-pages.js';

/**
 * Applies parked events again, stream by stream, as another build may have parked them; the rest stays parked. Live
 * events wait briefly: a hundred streams at most, each of a round's length.
 */
export async function retryParked(options: ApplyOptions): Promise<void> {
  const { fold, target, logger, signal } = options;
  const { position } = target;
  const blocked = [...fold.parked];
  if (position === null || blocked.length === 0) return;
  const retrying: ApplyOptions = {
    ...options,
    target: { position, commit: (_, write) => target.commit(position, write) },
    // A projector that refuses tries a hundred streams every few seconds: one line for all.
    logger: logger.child({}, { level: 'silent' }),
    onApplied: undefined,
  };
  for (const [stream, revision] of blocked) {
    if (signal.aborted) return;
    try {
      fold.parked.delete(stream);
      await retry(retrying, stream, revision);
    } catch (error) {
      fold.forget();
      fold.parked.set(stream, revision);
      if (error instanceof OwnershipLost || error instanceof TablesReplaced) throw error;
      logger.error({ stream, err: error }, 'a blocked stream could not be tried again: it stays blocked');
    }
  }
  logger.info({ tried: blocked.length, blocked: fold.parked.size }, 'the blocked streams were tried again');
}

/** Killed before the last commit, it is repeated, which does no harm: rows have absolute values. */
async function retry(options: ApplyOptions, stream: string, revision: bigint): Promise<void> {
  const { fold, log, target, pageSize } = options;
  const position = target.position ?? 0n;
  let from = revision;
  // The first event alone: while that fails, the others need not be read.
  for (let limit = 1; ; limit = pageSize) {
    const page = (await log.readStream(stream, from, { limit })).filter((event) => event.position <= position);
    const last = page.at(-1);
    if (last === undefined || !(await applyPage(page, options))) break;
    from = last.revision + 1n;
  }
  if (fold.parked.get(stream) !== revision) await target.commit(position, fold.unpark(stream));
}
