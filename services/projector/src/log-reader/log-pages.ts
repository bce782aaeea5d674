import type { EventStore } from '@fairmark/event-store';
import type { FoldedEvent, LogReader } from './log-reader.js';

export interface LogPagesOptions {
  /** Position of the last event already applied. */
  after: bigint | null;
  /** Most events in a page, 1 to 10,000. */
  pageSize: number;
  /** Ends the iteration quietly. */
  signal: AbortSignal;
}

/** The log up to its end, page after page; the next page is on its way while the caller works on this one. */
export async function* pagesToEnd(reader: LogReader, options: LogPagesOptions): AsyncGenerator<FoldedEvent[]> {
  const { pageSize, signal } = options;
  const read = (after: bigint | null): Promise<FoldedEvent[]> => {
    const page = reader.page(after, pageSize);
    page.catch(() => undefined);
    return page;
  };
  let page = await read(options.after);
  while (page.length > 0 && !signal.aborted) {
    const last = page[page.length - 1] as FoldedEvent;
    const next = read(last.position);
    // The question leaves this process before the caller works on the page without looking up.
    await new Promise((resolve) => setImmediate(resolve));
    yield page;
    page = await next;
  }
}

/** What comes after a position, for ever: as soon as it comes, together with what has come since. */
export async function* livePages(
  store: EventStore,
  { after, pageSize, signal }: LogPagesOptions,
): AsyncGenerator<FoldedEvent[]> {
  const stop = new AbortController();
  const ended = AbortSignal.any([signal, stop.signal]);
  const queue = new EventQueue(pageSize);
  ended.addEventListener('abort', () => queue.end(null), { once: true });
  void (async () => {
    for await (const event of store.subscribe({ after, pageSize, signal: ended })) await queue.put(event);
    if (!ended.aborted) throw new Error('The subscription to the log ended');
  })().then(
    () => queue.end(null),
    (error: unknown) => queue.end(error),
  );
  try {
    for (;;) {
      const page = await queue.take();
      if (page === null || signal.aborted) return;
      yield page;
    }
  } finally {
    stop.abort();
  }
}

/** Holds a page at most: then the subscription waits, and the store with it. */
class EventQueue {
  private events: FoldedEvent[] = [];
  private ended: { error: unknown } | null = null;
  private wakeTaker: () => void = () => undefined;
  private wakePutter: () => void = () => undefined;

  constructor(private readonly size: number) {}

  async put(event: FoldedEvent): Promise<void> {
    this.events.push(event);
    this.wakeTaker();
    while (this.events.length >= this.size && this.ended === null) {
      await new Promise<void>((resolve) => (this.wakePutter = resolve));
    }
  }

  end(error: unknown): void {
    this.ended ??= { error };
    this.wakeTaker();
    this.wakePutter();
  }

  /** Everything that is there, at least one event; null when the queue has ended quietly. */
  async take(): Promise<FoldedEvent[] | null> {
    while (this.events.length === 0 && this.ended === null) {
      await new Promise<void>((resolve) => (this.wakeTaker = resolve));
    }
    // Events that are already in this process join the first one.
    await new Promise((resolve) => setImmediate(resolve));
    const page = this.events;
    this.events = [];
    this.wakePutter();
    if (page.length > 0) return page;
    if (this.ended !== null && this.ended.error !== null) throw this.ended.error;
    return null;
  }
}
