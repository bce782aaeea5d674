import type { EventStore, FoldableEvent, LogPage } from '@fairmark/event-store';

export type ReadableLog = Pick<EventStore, 'readPage' | 'readStream' | 'head'>;

/** Slows a reader down while others need the machine. */
export interface Throttle {
  /** Above 0 while others need it. */
  readonly resting: number;
  /** Waits as long as it has to; gives how many events the next page may have. */
  pause(pageSize: number): Promise<number>;
}

export interface LogPagesOptions {
  /** Position of the last event already applied. */
  after: bigint | null;
  /** Most events in a page, 1 to 10,000. */
  pageSize: number;
  throttle?: Throttle;
  /** Ends the iteration quietly. */
  signal: AbortSignal;
}

/**
 * The log up to its end, page after page. The next page is on its way while this one is decoded and worked on, but not while a
 * throttle rests: the database would work during the rest.
 */
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
    // The question leaves this process before the caller works on the page without looking up.
    await new Promise((resolve) => setImmediate(resolve));
    yield page.events();
    page = await (ahead ?? read(page.last));
  }
}
