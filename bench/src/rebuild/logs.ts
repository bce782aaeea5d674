import { getPostgreSQLEventStore } from '@event-driven-io/emmett-postgresql';
import type { EventStore } from '@fairmark/event-store';
import type { RecordedEvent } from '@fairmark/events';
import { migrate } from '@fairmark/read-models';
import { chance } from '@fairmark/server';
import { fillLog } from '@fairmark/projector/testing/fill-log';
import { scriptedCourse } from '@fairmark/projector/testing/match-script';
import { withLog } from '../run/server.js';

const GOLFERS = 400;
const COURSES = 8;
const MATCHES_AT_ONCE = 60;
const PAGE = 5_000;
const REBUILD_PAGE = 4_000;

/** Plays complete matches (lobby, 18 holes on both sides, signatures), sixty at a time, into a new log of ours. */
export async function fillOurLog(url: string, events: number, eventsPerAppend?: number): Promise<number> {
  await migrate(url);
  return withLog(url, (store) => fillStore(store, events, eventsPerAppend));
}

/** Plays the same matches into any empty log. */
export async function fillStore(store: EventStore, events: number, eventsPerAppend = 8): Promise<number> {
  const luck = chance(1);
  const filled = await fillLog(store, {
    seed: 2,
    events,
    complete: true,
    atOnce: MATCHES_AT_ONCE,
    eventsPerAppend,
    golfers: Array.from({ length: GOLFERS }, () => luck.uuid()),
    courses: Array.from({ length: COURSES }, (_, i) => scriptedCourse(luck, `Course ${i}`)),
  });
  return filled.events;
}

/** Reads a log in pages as a rebuild does, requesting the next page while processing one. Returns its length. */
export async function readPages(store: EventStore): Promise<number> {
  let count = 0;
  for (let page = await store.readPage(null, { limit: REBUILD_PAGE }); page.last !== null;) {
    const next = store.readPage(page.last, { limit: REBUILD_PAGE });
    count += page.events().length;
    page = await next;
  }
  return count;
}

/**
 * Copies the first events of our log into Emmett's, one by one in the same order, with a single writer: 0.42 skips some
 * events in projections if several write concurrently. Returns their number.
 */
export async function copyToEmmett(ours: string, theirs: string, limit: number): Promise<number> {
  const to = getPostgreSQLEventStore(theirs);
  try {
    return await withLog(ours, async (from) => {
      let copied = 0;
      for (let after: bigint | null = null; ;) {
        const page: RecordedEvent[] = await from.readAll(after, { limit: Math.min(PAGE, Math.max(limit - copied, 1)) });
        const last = page.at(-1);
        if (last === undefined || copied >= limit) return copied;
        for (const run of runs(page)) {
          const events = run.map(({ type, data, metadata }) => ({
            type,
            data: data as Record<string, unknown>,
            metadata: { ...metadata },
          }));
          await to.appendToStream(run[0]?.stream ?? '', events);
          copied += run.length;
        }
        after = last.position;
      }
    });
  } finally {
    await to.close();
  }
}

/** Groups adjacent events of the same stream, which fit into one append. */
function runs(events: readonly RecordedEvent[]): RecordedEvent[][] {
  const found: RecordedEvent[][] = [];
  for (const event of events) {
    const open = found.at(-1);
    if (open?.[0]?.stream === event.stream) open.push(event);
    else found.push([event]);
  }
  return found;
}
