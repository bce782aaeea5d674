import type { AppendResult, EventStore } from '@fairmark/event-store';
import type { RecordedEvent } from '@fairmark/events';
import { Failed } from '../shell/failure.js';

/** Appends what another log holds. */
export interface LogWriter {
  /**
   * Appends events that follow on each other in the other log, in their order, and ends once all are answered. Throws
   * `StoreUnavailable` when it is not known how many of them are there, and `Failed` when others write, or the order was lost.
   */
  write(events: readonly RecordedEvent[]): Promise<void>;
}

/** Others wrote where only the copy should. */
export class OthersWrite extends Failed {
  override readonly name = 'OthersWrite';

  constructor(stream: string) {
    super(`Others write into the target: ${stream} is not where it was. Stop them, and name an empty one.`);
  }
}

/** The target has an event before one that stands before it in the source. */
export class OrderLost extends Failed {
  override readonly name = 'OrderLost';

  constructor({ stream, revision }: Pick<RecordedEvent, 'stream' | 'revision'>) {
    super(
      `The target took an event before others that stand before it, ${stream} at ${revision}: a server failed in between. It is of no use: empty it, or name another, and run this again.`,
    );
  }
}

/**
 * Writes through a store that takes appends in the order of the calls: none waits for the one before it. What the store sends again
 * after a broken connection comes in the same order; should the server have taken a later one first, its position says so. Each event
 * goes alone: where the events of longer appends stand, the store would have to read.
 */
export class StoreWriter implements LogWriter {
  /** Position of the last event that was appended. */
  #position = 0n;

  constructor(private readonly store: Pick<EventStore, 'append'>) {}

  async write(events: readonly RecordedEvent[]): Promise<void> {
    const answers = await Promise.allSettled(events.map((event) => this.#append(event)));
    for (const [at, event] of events.entries()) {
      const answer = answers[at];
      if (answer?.status !== 'fulfilled') throw answer?.reason;
      if (answer.value.outcome === 'conflict') throw new OthersWrite(event.stream);
      if (answer.value.position <= this.#position) throw new OrderLost(event);
      this.#position = answer.value.position;
    }
  }

  #append({ stream, revision, id, type, data, metadata }: RecordedEvent): Promise<AppendResult> {
    return this.store.append(stream, revision === 0n ? 'no-stream' : revision - 1n, [{ id, type, data, metadata }]);
  }
}
