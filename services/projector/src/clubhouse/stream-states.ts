import type { EventStore } from '@fairmark/event-store';
import { type Occurrence, type RecordedEvent, upcast } from '@fairmark/events';
import { LRUCache } from 'lru-cache';
import { CannotApply } from '../log-reader/errors.js';
import type { FoldedEvent } from '../log-reader/log-reader.js';

/** How streams of one kind are folded. */
export interface StreamKind<State> {
  /** What their names begin with. */
  prefix: string;
  /** Applies an event of today's version; null: the stream begins with it. Throws where it makes no sense. */
  apply(state: State | null, event: RecordedEvent, at: Occurrence): State;
  /** Nothing more is to be expected: where it comes all the same, the stream is folded again. */
  isOver(state: State): boolean;
}

/** A stream up to a revision; -1: nothing of it yet. */
export interface Folded<State> {
  state: State | null;
  revision: bigint;
}

/** Streams by their names, as they are after the events that touched them. */
export type Touched<State> = Map<string, Folded<State>>;

const MISSES_AT_ONCE = 8;
const MISS_PAGE = 1_000;

/**
 * The streams of one kind as folded so far: a bounded cache. One that is not in it, or that others took further in the
 * meantime, is folded again from its first event.
 */
export class StreamStates<State> {
  private readonly folded: LRUCache<string, Folded<State>>;

  constructor(
    private readonly store: EventStore,
    private readonly kind: StreamKind<State>,
    size: number,
  ) {
    this.folded = new LRUCache({ max: size });
  }

  /**
   * Folds a page of the log into the streams that it is about and adds these to `touched`. Throws `CannotApply` where an event
   * makes no sense; then, and whenever what was folded cannot be written, everything has to be forgotten.
   */
  async apply(page: readonly FoldedEvent[], touched: Touched<State>): Promise<void> {
    const events = page.filter(({ stream }) => stream.startsWith(this.kind.prefix));
    const streams = await this.before(events, touched);
    for (const event of events) {
      const known = touched.get(event.stream);
      if (known !== undefined && event.revision > known.revision) applyNext(this.kind, known, event);
    }
    for (const stream of streams) {
      const known = touched.get(stream);
      const state = known?.state ?? null;
      if (known === undefined || (state !== null && this.kind.isOver(state))) this.folded.delete(stream);
      else this.folded.set(stream, known);
    }
  }

  /** Empties the cache: its states may be ahead of what is written. */
  forget(): void {
    this.folded.clear();
  }

  /** Sees to it that each stream of the page is there as it was before its first event; gives the streams. */
  private async before(events: readonly FoldedEvent[], touched: Touched<State>): Promise<Set<string>> {
    const streams = new Set<string>();
    const missing: { stream: string; until: bigint }[] = [];
    for (const { stream, revision } of events) {
      if (streams.has(stream)) continue;
      streams.add(stream);
      const known = touched.get(stream) ?? this.folded.get(stream);
      const from = known !== undefined && known.revision >= revision - 1n ? known : { state: null, revision: -1n };
      touched.set(stream, from);
      if (from.revision < revision - 1n) missing.push({ stream, until: revision });
    }
    for (let i = 0; i < missing.length; i += MISSES_AT_ONCE) {
      await Promise.all(
        missing.slice(i, i + MISSES_AT_ONCE).map(async ({ stream, until }) => {
          touched.set(stream, await this.read(stream, until));
        }),
      );
    }
    return streams;
  }

  /** Folds a stream up to a revision, that one excluded. */
  private async read(stream: string, until: bigint): Promise<Folded<State>> {
    const folded: Folded<State> = { state: null, revision: -1n };
    while (folded.revision < until - 1n) {
      const left = Number(until - 1n - folded.revision);
      const events = await this.store.readStream(stream, folded.revision + 1n, { limit: Math.min(left, MISS_PAGE) });
      if (events.length === 0) throw new Error(`${stream} ends before revision ${until}`);
      for (const event of events) applyNext(this.kind, folded, event);
    }
    return folded;
  }
}

/** Folds a stream's next event into it. Throws `CannotApply` where it makes no sense, or where events are missing before it. */
export function applyNext<State>(kind: StreamKind<State>, folded: Folded<State>, event: FoldedEvent): void {
  const { id, stream, revision, metadata } = event;
  if (revision !== folded.revision + 1n) {
    throw new CannotApply(`Before revision ${revision} of ${stream} events are missing`);
  }
  try {
    const at = { id, recordedAt: metadata.recordedAt };
    folded.state = kind.apply(folded.state, upcast(event as RecordedEvent), at);
  } catch (cause) {
    throw new CannotApply(`${event.type} cannot be applied: ${String(cause)}`, { cause });
  }
  folded.revision = revision;
}
