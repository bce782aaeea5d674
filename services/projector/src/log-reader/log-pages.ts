import type { EventStore, FoldableEvent, LogPage } from '@fairmark/event-store';
import type { RebuildThrottle } from './rebuild-throttle.js';

export type ReadableLog = Pick<EventStore, 'readPage' | 'readStream' | 'head'>;

/** Slows a reader down while golfers need the machine. */
export type Throttle = Pick<RebuildThrottle, 'resting' | 'pause'>;

export interface LogPagesOptions {
  after: bigint | null;
  pageSize: number;
  throttle?: Throttle;
  signal: AbortSignal;
}

/** Reads the log to its end, the next page while the current one is processed, except while a throttle rests. */
export async function* pagesToEnd(
  log: Pick<ReadableLog, 'readPage'>,
  { after, pageSize, throttle, signal }: LogPagesOptions,
): AsyncGenerator<FoldableEvent[]> {
  const read = async (from: bigint | null): Promise<LogPage> =>
    log.readPage(from, { limit: (await throttle?.pause(pageSize)) ?? pageSize });
  let page = await read(after);
  while (page.last !== null && !signal.aborted) {
    const ahead = (throttle?.resting ?? 0) > 0 ? null : read(page.last);
    ahead?.catch(() => undefined);
    // Let the request go out before the caller blocks the event loop with this page.
    await new Promise((resolve) => setImmediate(resolve));
    yield page.events();
    page = await (ahead ?? read(page.last));
  }
}

/** A view of the log that ends at position `end` and leaves out the streams `without`. */
export function logUpTo(log: ReadableLog, end: bigint, without: readonly string[] = []): ReadableLog {
  const isWithin = ({ position, stream }: FoldableEvent): boolean => position <= end && !without.includes(stream);
  return {
    head: async () => {
      const head = await log.head();
      return head !== null && head > end ? end : head;
    },
    readPage: async (after, options) => {
      if ((after ?? 0n) >= end) return { last: null, events: () => [] };
      const page = await log.readPage(after, options);
      return { last: page.last, events: () => page.events().filter(isWithin) };
    },
    readStream: async (...read) => (await log.readStream(...read)).filter(isWithin),
  };
}
