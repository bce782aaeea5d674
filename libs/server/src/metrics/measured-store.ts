import type { AppendResult, EventStore, ExpectedRevision, ReadOptions, SubscribeOptions } from '@fairmark/event-store';
import type { NewEvent, RecordedEvent } from '@fairmark/events';
import { Counter, Histogram, type Registry } from 'prom-client';

/** From half a millisecond to the patience of an append. */
const SECONDS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 3];
const EVENTS = [1, 2, 3, 5, 10, 20, 50, 100];

/** A log that counts what is appended to it: how often, how many events, how long it took, and how it ended. */
export class MeasuredStore implements EventStore {
  private readonly outcomes: Counter<'outcome'>;
  private readonly seconds: Histogram;
  private readonly sizes: Histogram;

  /** @param store stays the same log; closing this closes it */
  constructor(
    private readonly store: EventStore,
    registry: Registry,
  ) {
    const registers = [registry];
    this.outcomes = new Counter({
      name: 'fairmark_appends_total',
      help: 'Appends to the log by how they ended: appended, conflict (another writer was first), failed',
      labelNames: ['outcome'],
      registers,
    });
    this.seconds = new Histogram({
      name: 'fairmark_append_seconds',
      help: 'How long appends took, waiting for their batch included',
      buckets: SECONDS,
      registers,
    });
    this.sizes = new Histogram({
      name: 'fairmark_append_events',
      help: 'Events per append',
      buckets: EVENTS,
      registers,
    });
  }

  async append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    const stop = this.seconds.startTimer();
    try {
      const result = await this.store.append(stream, expected, events);
      this.outcomes.inc({ outcome: result.outcome });
      if (result.outcome === 'appended') this.sizes.observe(events.length);
      return result;
    } catch (error) {
      this.outcomes.inc({ outcome: 'failed' });
      throw error;
    } finally {
      stop();
    }
  }

  logId(): Promise<string> {
    return this.store.logId();
  }

  readStream(stream: string, from?: bigint, options?: ReadOptions): Promise<RecordedEvent[]> {
    return this.store.readStream(stream, from, options);
  }

  readAll(after: bigint | null, options?: ReadOptions): Promise<RecordedEvent[]> {
    return this.store.readAll(after, options);
  }

  head(): Promise<bigint | null> {
    return this.store.head();
  }

  subscribe(options: SubscribeOptions): AsyncIterable<RecordedEvent> {
    return this.store.subscribe(options);
  }

  close(): Promise<void> {
    return this.store.close();
  }
}
