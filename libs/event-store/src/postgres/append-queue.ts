import type { AppendResult } from '../port/event-store.js';
import { bytesOf, type EncodedEvent } from '../port/encoding.js';
import type { NewEvent } from '@fairmark/events';

/** An append on its way. */
export interface Pending {
  readonly stream: string;
  /** The stream's last revision, -1 for no stream. */
  readonly expected: bigint;
  readonly events: readonly NewEvent[];
  readonly encoded: readonly EncodedEvent[];
  /** Answered, refused or given up: nothing is left to do. */
  settled: boolean;
  resolve(result: AppendResult): void;
  reject(error: Error): void;
}

/** Bounds of one call of the append function. */
const BATCH = { appends: 500, bytes: 4_194_304 };

/** Appends that wait for their turn, first come, first served. */
export class AppendQueue {
  #waiting: Pending[] = [];

  get length(): number {
    return this.#waiting.length;
  }

  add(pending: Pending): void {
    this.#waiting.push(pending);
  }

  /** Puts back what a lost connection left undone, ahead of all others. */
  putBack(batch: readonly Pending[]): void {
    this.#waiting = [...batch.filter((pending) => !pending.settled), ...this.#waiting];
  }

  /** The next batch: at most one append of each stream, because each is checked against the log before the batch. */
  take(): Pending[] {
    const batch: Pending[] = [];
    const later: Pending[] = [];
    const streams = new Set<string>();
    let bytes = 0;
    let next = 0;
    for (; next < this.#waiting.length && batch.length < BATCH.appends && bytes < BATCH.bytes; next += 1) {
      const pending = this.#waiting[next];
      if (pending === undefined || pending.settled) continue;
      if (streams.has(pending.stream)) {
        later.push(pending);
        continue;
      }
      batch.push(pending);
      streams.add(pending.stream);
      bytes += bytesOf(pending.encoded);
    }
    this.#waiting = [...later, ...this.#waiting.slice(next)];
    return batch;
  }
}
