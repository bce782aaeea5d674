import type { FoldedEvent, LogReader } from './log-reader.js';

/** The part of the log that tables were made from. */
export interface Extent {
  /** Of the last event. */
  position: bigint;
  /** Streams that stand still, and the first revision of each that is parked. */
  parked: ReadonlyMap<string, bigint>;
}

/** Whether an event belongs to it. */
export function isWithin(
  { position, parked }: Extent,
  event: Pick<FoldedEvent, 'position' | 'stream' | 'revision'>,
): boolean {
  const from = parked.get(event.stream);
  return event.position <= position && (from === undefined || event.revision < from);
}

/** The pages of a part of the log. */
export function readerWithin(reader: LogReader, extent: Extent): LogReader {
  return {
    page: async (after, limit) => {
      for (let from = after; ;) {
        const page = await reader.page(from, limit);
        const last = page.at(-1)?.position ?? extent.position;
        const events = page.filter((event) => isWithin(extent, event));
        if (events.length > 0 || last >= extent.position) return events;
        from = last;
      }
    },
  };
}
