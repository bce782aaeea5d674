import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import type { ClientBase } from 'pg';
import { readPlace, type Place } from '../clubhouse/place.js';
import { Behind, CannotVerify, isPoison } from '../log-reader/errors.js';
import { logUpTo } from '../log-reader/log-pages.js';
import { enter, follow, type Work } from './build-tables.js';
import { compareTables, type Comparison } from './compare-tables.js';
import type { Tail } from './next-tables.js';

/** Most events that are applied while projectors wait for the swap. */
const TAIL_MAX = 2_000;
const TRIES = 40;

/** What was found, the live tables' position then, and the number of events that were folded for it. */
export interface Compared {
  found: Comparison;
  position: bigint | null;
  events: number;
}

/**
 * VERIFYING: compares the live tables with the new ones at the live ones' position, which may advance, except
 * the rows of the streams `blocked`. Throws `CannotVerify` if they belong to another log or are far behind the new ones.
 */
export async function compareAt(work: Work, blocked: readonly string[] = []): Promise<Compared> {
  const { tables, throttle, fold } = work;
  const upTo = (end: bigint): Work => ({ ...work, log: logUpTo(work.log, end, blocked) });
  let followed = 0;
  for (let tries = 1; ; tries += 1) {
    enter(work, 'CATCHING_UP');
    const live = await tables.snapshot((client) => livePosition(client, work));
    followed += await follow(upTo(live ?? 0n), throttle);
    enter(work, 'VERIFYING');
    try {
      return await tables.snapshot(async (client) => {
        const position = await livePosition(client, work);
        const end = position ?? 0n;
        const tail = await tailTo(upTo(end), end);
        await tail?.write(client);
        const found = await compareTables(client, [...(await aheadOf(work, end)), ...blocked.map(idOf)]);
        return { found, position, events: followed + (tail?.events ?? 0) };
      });
    } catch (error) {
      // Retry even if an event cannot be applied: `follow` then stops with an error that names it.
      if (!(error instanceof Behind || isPoison(error)) || tries === TRIES) throw error;
    } finally {
      // The snapshot was rolled back, so discard what was folded for it.
      fold.forget();
    }
  }
}

/** The live tables' position; null if nothing was ever applied. Throws `CannotVerify` if they belong to another log. */
export async function livePosition(client: ClientBase, { logId }: Work): Promise<bigint | null> {
  const place = await readPlace(client, CLUBHOUSE_SCHEMA);
  if (place === null || place.logId === logId) return place?.position ?? null;
  throw new CannotVerify(`The tables were built from log ${place.logId}, but this log is ${logId}: rebuild them`);
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
      if (!(error instanceof Behind || isPoison(error)) || tries === TRIES) throw error;
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
async function tailTo({ log, tables, fold }: Work, live: bigint): Promise<(Tail & { events: number }) | null> {
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
  if ((page.last ?? next) < next) throw new CannotVerify(`New tables at position ${next}, live ones at ${live}`);
  const events = page.events().filter(({ position }) => position <= next);
  return events.map(({ stream }) => idOf(stream));
}

const idOf = (stream: string): string => stream.slice(stream.indexOf('-') + 1);
