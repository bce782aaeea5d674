import { LRUCache } from 'lru-cache';
import type { FoldedEvent } from '../log-reader/log-reader.js';
import { openStream, Unfoldable, type OpenStream, type StreamTable } from './folded-stream.js';

/**
 * The log folded stream by stream, with few of them in memory: those that are over, and those that had no event for the
 * longest time, are given away to be compared.
 */
export class LogFold {
  private readonly open: LRUCache<string, OpenStream>;
  private readonly ripe = new Set<OpenStream>();
  /** How many streams of a kind began. */
  readonly begun: Record<StreamTable, number> = { matches: 0, competitions: 0 };
  /** Streams that went on after they were given away, or that cannot be folded: somebody must look at them again. */
  readonly suspects = new Set<string>();

  /** `openMax`: streams that are folded at the same time. */
  constructor(openMax: number) {
    this.open = new LRUCache({
      max: openMax,
      dispose: (stream, _name, reason) => {
        if (reason === 'evict') this.ripe.add(stream);
      },
    });
  }

  /** Streams that are ready to be given away. */
  get ready(): number {
    return this.ripe.size;
  }

  /** Applies the next event of the log. */
  add(event: FoldedEvent): void {
    const stream = this.open.get(event.stream) ?? this.begin(event);
    if (stream === null) return;
    try {
      stream.apply(event);
    } catch (error) {
      if (!(error instanceof Unfoldable)) throw error;
      this.suspects.add(event.stream);
      this.open.delete(event.stream);
      return;
    }
    if (stream.over) this.ripe.add(stream);
  }

  /** Gives away what is ready. */
  takeReady(): OpenStream[] {
    const ready = [...this.ripe];
    this.ripe.clear();
    for (const { name } of ready) this.open.delete(name);
    return ready;
  }

  /** Gives away everything. */
  takeAll(): OpenStream[] {
    for (const stream of this.open.values()) this.ripe.add(stream);
    return this.takeReady();
  }

  /** The stream that an event begins; null where it begins none. */
  private begin(event: FoldedEvent): OpenStream | null {
    const stream = openStream(event.stream);
    if (stream === null) return null;
    if (event.revision !== 0n) {
      this.suspects.add(event.stream);
      return null;
    }
    this.begun[stream.table] += 1;
    this.open.set(event.stream, stream);
    return stream;
  }
}
