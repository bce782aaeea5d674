import type { AppendResult, EventStore, RecordedEvent } from '@fairmark/events';
import { Failed } from '../cli/failure.js';

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

/** Of one append: what a server takes without being told to take more. */
const BOUNDS = { events: 500, bytes: 524_288 };

/**
 * Writes through a store that takes appends in the order of the calls: none waits for the one before it. What the store sends again
 * after a broken connection comes in the same order; should the server have taken a later one first, its position says so.
 */
export class StoreWriter implements LogWriter {
  /** Position of the last event that was appended. */
  #position = 0n;

  constructor(private readonly store: EventStore) {}

  async write(events: readonly RecordedEvent[]): Promise<void> {
    const runs = runsOf(events);
    const answers = await Promise.allSettled(runs.map((run) => this.#append(run)));
    for (const [at, answer] of answers.entries()) {
      const [first] = runs[at] ?? [];
      if (first === undefined) continue;
      if (answer.status === 'rejected') throw answer.reason;
      if (answer.value.outcome === 'conflict') throw new OthersWrite(first.stream);
      if (answer.value.position <= this.#position) throw new OrderLost(first);
      this.#position = answer.value.position;
    }
  }

  #append(run: readonly RecordedEvent[]): Promise<AppendResult> {
    const { stream = '', revision = 0n } = run[0] ?? {};
    const events = run.map(({ id, type, data, metadata }) => ({ id, type, data, metadata }));
    return this.store.append(stream, revision === 0n ? 'no-stream' : revision - 1n, events);
  }
}

/** Events that follow on each other in one stream: one append each. */
function runsOf(events: readonly RecordedEvent[]): RecordedEvent[][] {
  const runs: RecordedEvent[][] = [];
  let bytes = 0;
  for (const event of events) {
    const size = sizeOf(event);
    const open = runs.at(-1);
    bytes += size;
    if (open?.[0]?.stream === event.stream && open.length < BOUNDS.events && bytes <= BOUNDS.bytes) open.push(event);
    else {
      runs.push([event]);
      bytes = size;
    }
  }
  return runs;
}

/** Bytes of an event, about. */
export const sizeOf = ({ data, metadata }: RecordedEvent): number =>
  Buffer.byteLength(JSON.stringify([data, metadata]));
