import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { readPlace, type Place } from '../clubhouse/place.js';
import { Behind, isPoison } from '../log-reader/errors.js';
import { enter, follow, type Work } from './build-tables.js';
import { compareTables, type Comparison } from './compare-tables.js';
import type { Tail } from './next-tables.js';

/** Most events that are applied while projectors wait for the swap. */
const TAIL_MAX = 2_000;
const SWAP_TRIES = 40;

/** VERIFYING: compares the live tables with the new ones. Null if they belong to another log or cannot be compared. */
export async function compare(work: Work): Promise<Comparison | null> {
  const { tables, logId, logger, lost, fold } = work;
  enter(work, 'VERIFYING');
  try {
    return await tables.snapshot(async (client) => {
      const live = await readPlace(client, CLUBHOUSE_SCHEMA);
      if (live === null || live.position === null || live.logId !== logId) return null;
      const tail = await tailTo(work, live.position);
      await tail?.write(client);
      return compareTables(client, await aheadOf(work, live.position));
    });
  } catch (err) {
    if (lost.aborted) throw err;
    logger.warn({ err }, 'the previous tables cannot be compared with the new ones');
    return null;
  } finally {
    // The snapshot was rolled back, so discard what was folded for it.
    fold.forget();
  }
}

/** SWAPPING: catches up to the log's end, then applies the last few events and swaps while no projector can commit. */
export async function swap(work: Work): Promise<void> {
  enter(work, 'SWAPPING');
  for (let tries = 1; ; tries += 1) {
    await follow(work);
    try {
      await work.tables.swap(work.logId, (live) => tailOf(work, live));
      return;
    } catch (error) {
      // The tail was not written, so discard what was folded for it.
      work.fold.forget();
      // Retry even if an event cannot be applied: `follow` then stops with an error that names it.
      if (!(error instanceof Behind || isPoison(error)) || tries === SWAP_TRIES) throw error;
    }
  }
}

/** The tail up to the live tables' position; null if they belong to another log or are beyond the end of this one. */
async function tailOf(work: Work, live: Place | null): Promise<Tail | null> {
  const position = live?.logId === work.logId ? live.position : null;
  if (position === null || ((await work.log.head()) ?? 0n) < position) return null;
  return tailTo(work, position);
}

/** The rows that the new tables lack up to the live tables' position. Throws `Behind` if there are too many events. */
export async function tailTo({ log, tables, fold }: Work, live: bigint): Promise<(Tail & { events: number }) | null> {
  if (live <= (tables.position ?? 0n)) return null;
  const page = await log.readPage(tables.position, { limit: TAIL_MAX });
  const [last, head] = [page.last ?? live, (await log.head()) ?? 0n];
  if (last < live && last < head) throw new Behind(`Live tables at position ${live}, new ones at ${tables.position}`);
  const events = page.events().filter(({ position }) => position <= live);
  await fold.add(events);
  return { position: live, events: events.length, write: fold.take() };
}

/** Ids of the matches and competitions with events in the new tables that the live ones lack. */
async function aheadOf({ log, tables }: Work, live: bigint): Promise<string[]> {
  const next = tables.position ?? 0n;
  if (next <= live) return [];
  const page = await log.readPage(live, { limit: TAIL_MAX });
  if ((page.last ?? next) < next) throw new Behind(`New tables at position ${next}, live ones at ${live}`);
  const events = page.events().filter(({ position }) => position <= next);
  return events.map(({ stream }) => stream.slice(stream.indexOf('-') + 1));
}
