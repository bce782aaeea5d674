import { LRUCache } from 'lru-cache';
import type { ClubhouseRows } from '../clubhouse/row-tables.js';
import type { RowKind } from '../clubhouse/stream-kinds.js';
import { applyNext, type Folded } from '../clubhouse/stream-states.js';
import { CannotApply } from '../log-reader/errors.js';
import type { FoldedEvent } from '../log-reader/log-reader.js';

/** Hears of the rows of a stream, at most once for each. */
export type OnRows = (stream: string, rows: ClubhouseRows) => void;

/** A stream's state makes no rows. */
export class NoRows extends CannotApply {
  constructor(
    readonly stream: string,
    cause: unknown,
  ) {
    super(`${stream} makes no rows: ${String(cause)}`, { cause });
  }
}

/**
 * The streams of one kind, folded while the whole log goes by once. Rows of a stream are handed over when it is over, when it has not
 * been heard of for the longest time and others need its place, or at the end. Where an event comes all the same after that,
 * only the stream's name is remembered: it is late, and has to be folded again.
 */
export class BulkStreams<State> {
  readonly late = new Set<string>();
  private readonly open: LRUCache<string, Folded<State>>;

  constructor(
    private readonly kind: RowKind<State>,
    size: number,
    private readonly onRows: OnRows,
  ) {
    this.open = new LRUCache({
      max: size,
      dispose: (folded, stream, reason) => {
        if (reason === 'evict') this.handOver(stream, folded);
      },
    });
  }

  /** Whether a stream is of this kind. */
  has(stream: string): boolean {
    return stream.startsWith(this.kind.prefix);
  }

  /** Folds the next event of the log that is of this kind. Throws `CannotApply`. */
  apply(event: FoldedEvent): void {
    const { stream, revision } = event;
    let folded = this.open.get(stream);
    if (folded === undefined) {
      if (revision !== 0n) {
        this.late.add(stream);
        return;
      }
      folded = { state: null, revision: -1n };
      this.open.set(stream, folded);
    }
    applyNext(this.kind, folded, event);
    if (folded.state === null || !this.kind.isOver(folded.state)) return;
    this.open.delete(stream);
    this.handOver(stream, folded);
  }

  /** Hands over what is still open: the log has ended. */
  finish(): void {
    for (const [stream, folded] of this.open.entries()) if (folded !== undefined) this.handOver(stream, folded);
    this.open.clear();
  }

  private handOver(stream: string, { state }: Folded<State>): void {
    if (state === null) return;
    let rows: ClubhouseRows;
    try {
      rows = this.kind.rows(state);
    } catch (cause) {
      throw new NoRows(stream, cause);
    }
    this.onRows(stream, rows);
  }
}
