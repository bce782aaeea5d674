import { CLUBHOUSE_NEXT, CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { createLogger } from '@fairmark/server';
import type { ClientBase } from 'pg';
import type { FoldableEvent } from '@fairmark/event-store';
import { ClubhouseFold } from '../clubhouse/clubhouse-fold.js';
import { readParked, readPlace, type Place } from '../clubhouse/place.js';
import { Behind, RebuildStopped } from '../log-reader/errors.js';
import { complete, enter, follow, load, type RebuildOptions, type Work } from '../rebuild/build-tables.js';
import { compareTables, countRows, type Comparison } from '../rebuild/compare-tables.js';
import { withNextTables } from '../rebuild/rebuild-clubhouse.js';
import { tailTo } from '../rebuild/swap-tables.js';
import type { ReadableLog } from '../log-reader/log-pages.js';

/** Options as for a rebuild, but an aborted signal rejects with its reason. */
export type VerifyOptions = Omit<RebuildOptions, 'logger' | 'compare'>;

export interface VerifyResult extends Comparison {
  /** Number of events that were folded. */
  events: number;
  /** The live tables' position when they were compared. */
  position: bigint | null;
  /** Number of blocked streams; their rows are compared with the state before the parked event. */
  parked: number;
  /** False if an event cannot be applied, so that nothing was compared. */
  complete: boolean;
}

/** The tables cannot be compared with this log. */
export class CannotVerify extends Error {
  override readonly name = 'CannotVerify';
}

/** The live tables in one snapshot. */
interface Live {
  place: Place | null;
  extent: Extent;
}

const TRIES = 40;

/**
 * Builds the clubhouse's tables beside the live ones and compares every row at one position. The live tables may advance
 * meanwhile. Rejects with `RebuildRuns` while a rebuild or another verification is running, and with `CannotVerify` if
 * the tables belong to another log.
 */
export async function verifyClubhouse(options: VerifyOptions): Promise<VerifyResult> {
  const logger = createLogger('verification', 'silent');
  return withNextTables({ ...options, logger }, async (work) => {
    const { tables, store, signal } = work;
    signal.throwIfAborted();
    const first = await tables.snapshot((client) => readLive(client, work));
    const [head, { position }] = [(await store.head()) ?? 0n, first.extent];
    if (head < position) throw new CannotVerify(`The log ends at ${head}, the tables are at ${position}: rebuild them`);
    try {
      return await verify(work, first);
    } catch (error) {
      if (!(error instanceof RebuildStopped)) throw error;
      const rows = await tables.snapshot((client) => countRows(client, CLUBHOUSE_SCHEMA));
      const found = { differing: 1, differences: [`A stream cannot be folded: ${error.message}`] };
      return { events: 0, rows, position, parked: first.extent.parked.size, ...found, complete: false };
    }
  });
}

async function verify(work: Work, first: Live): Promise<VerifyResult> {
  const { tables, throttle } = work;
  const upToLive = within(work, first.extent);
  const { events, late } = await load(upToLive);
  await complete(upToLive, late);
  let followed = 0;
  for (let tries = 1; ; tries += 1) {
    enter(work, 'CATCHING_UP');
    const { extent } = await tables.snapshot((client) => readLive(client, work));
    followed += await follow(within(work, extent), throttle);
    enter(work, 'VERIFYING');
    try {
      return await tables.snapshot(async (client) => {
        const live = await readLive(client, work);
        checkSame(first, live);
        const tail = await tailTo(within(work, live.extent), live.extent.position);
        await tail?.write(client);
        const found = await compareTables(client, []);
        const position = live.place?.position ?? null;
        const parked = live.extent.parked.size;
        return { events: events + followed + (tail?.events ?? 0), position, parked, ...found, complete: true };
      });
    } catch (error) {
      if (!(error instanceof Behind) || tries === TRIES) throw error;
    }
  }
}

/** The same work, restricted to a part of the log. */
function within(work: Work, extent: Extent): Work {
  const log = logWithin(work.store, extent);
  return { ...work, log, fold: new ClubhouseFold(log, work.cachedStreams, CLUBHOUSE_NEXT) };
}

async function readLive(client: ClientBase, { logId }: Work): Promise<Live> {
  const place = await readPlace(client, CLUBHOUSE_SCHEMA);
  if (place !== null && place.logId !== logId) {
    throw new CannotVerify(`The tables were made from log ${place.logId}, this log is ${logId}: rebuild them`);
  }
  const parked = new Map(
    (await readParked(client, CLUBHOUSE_SCHEMA)).map(({ stream, revision }) => [stream, revision]),
  );
  return { place, extent: { position: place?.position ?? 0n, parked } };
}

/** Throws `CannotVerify` if parked events were applied, which changes the generation, or the tables were set back. */
function checkSame(first: Live, live: Live): void {
  if (first.place !== null && live.place?.generation !== first.place.generation) {
    throw new CannotVerify('Parked events were applied while the tables were verified: verify them again');
  }
  if (live.extent.position < first.extent.position) {
    throw new CannotVerify('The tables were set back while they were verified: verify them again');
  }
}

/** The part of the log that tables were made from. */
export interface Extent {
  /** Position of the last event. */
  position: bigint;
  /** The first parked revision of each blocked stream, by the stream's name. */
  parked: ReadonlyMap<string, bigint>;
}

/** A view of the log that ends at `position` and leaves out parked events. */
export function logWithin(log: ReadableLog, { position, parked }: Extent): ReadableLog {
  const isWithin = (event: Pick<FoldableEvent, 'position' | 'stream' | 'revision'>): boolean => {
    const from = parked.get(event.stream);
    return event.position <= position && (from === undefined || event.revision < from);
  };
  return {
    head: async () => position,
    readPage: async (after, options) => {
      if ((after ?? 0n) >= position) return { last: null, events: () => [] };
      const page = await log.readPage(after, options);
      return { last: page.last, events: () => page.events().filter(isWithin) };
    },
    readStream: async (...read) => (await log.readStream(...read)).filter(isWithin),
  };
}
