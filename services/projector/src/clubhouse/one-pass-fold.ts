import type { FoldableEvent } from '@fairmark/event-store';
import { LRUCache } from 'lru-cache';
import type { Write } from './clubhouse-fold.js';
import { FoldedStream } from './folded-stream.js';
import { inserting, type WriteRows } from './write-rows.js';

/**
 * Folds the whole log in one pass. A stream's rows are written once it is over or leaves the cache; one with events
 * after that is `late` and must be folded again.
 */
export class OnePassFold {
  readonly late = new Set<string>();
  private readonly open: LRUCache<string, FoldedStream>;
  private readonly insert: WriteRows;
  private done: FoldedStream[] = [];

  constructor(size: number, schema: string) {
    this.open = new LRUCache({ max: size, dispose: (stream) => this.done.push(stream) });
    this.insert = inserting(schema);
  }

  add(page: readonly FoldableEvent[]): void {
    for (const event of page) {
      const stream = this.open.get(event.stream) ?? this.begin(event);
      if (stream === null) continue;
      stream.apply(event);
      if (stream.isOver) this.open.delete(stream.name);
    }
  }

  /** Call after the last page: all remaining streams become due for `take`. */
  finish(): void {
    this.open.clear();
  }

  take(): Write {
    const rows = this.done.map((stream) => stream.rows());
    this.done = [];
    return (client) => this.insert(client, rows);
  }

  private begin({ stream: name, revision }: FoldableEvent): FoldedStream | null {
    const stream = FoldedStream.empty(name);
    if (stream === null) return null;
    if (revision !== 0n) {
      this.late.add(name);
      return null;
    }
    this.open.set(name, stream);
    return stream;
  }
}
