import type { FoldableEvent } from '@fairmark/event-store';
import type { ReadableLog } from './log-pages.js';

/** The part of the log that tables were made from. */
export interface Extent {
  /** Of the last event. */
  position: bigint;
  /** Blocked streams, and the first revision of each that is parked. */
  parked: ReadonlyMap<string, bigint>;
}

/** A log as if it ended there. */
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
