import { Behind, isPoison } from '../log-reader/errors.js';
import type { Place } from '../clubhouse/place.js';
import { follow, type Work } from './build-tables.js';
import type { Tail } from './next-tables.js';

/** Most events that are applied while projectors wait for the swap. */
const TAIL_MAX = 2_000;
const TRIES = 40;

/** SWAPPING: catches up to the log's end, then applies the last few events and swaps while no projector can commit. */
export async function swap(work: Work): Promise<void> {
  work.progress.enter('SWAPPING');
  for (let tries = 1; ; tries += 1) {
    await follow(work);
    try {
      await work.tables.swap(work.logId, (live) => tailOf(work, live));
      return;
    } catch (error) {
      // The tail was not written, so discard what was folded for it.
      work.fold.forget();
      // Retry even if an event cannot be applied: `follow` then stops with an error that names it.
      if (!(error instanceof Behind || isPoison(error)) || tries === TRIES) throw error;
    }
  }
}

/**
 * The rows that the new tables lack up to the live tables' position; null if none, or if that is not one of this log.
 */
async function tailOf({ log, logId, tables, fold }: Work, live: Place | null): Promise<Tail | null> {
  const position = (live?.logId === logId ? live.position : null) ?? 0n;
  if (position <= (tables.position ?? 0n) || ((await log.head()) ?? 0n) < position) return null;
  const page = await log.readPage(tables.position, { limit: TAIL_MAX });
  if ((page.last ?? 0n) < position) throw new Behind(`Live tables at ${position}, new ones at ${tables.position}`);
  await fold.add(page.events().filter((event) => event.position <= position));
  return { position, write: fold.take() };
}
