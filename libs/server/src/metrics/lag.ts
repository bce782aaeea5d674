import type { EventStore } from '@fairmark/event-store';
import { Gauge, type Registry } from 'prom-client';

const COUNTED_MAX = 1_000;

/** How far a reader is behind the log. */
export interface Lag {
  /** Number of unhandled events, counted up to a limit. */
  events: number;
  /** Age of the first unhandled event, seconds; 0 if there is none. */
  seconds: number;
}

/** The lag of a reader at a position (null: before the first event). Counts up to `countedMax` events, 1 to 10,000. */
export async function lagAfter(
  store: EventStore,
  position: bigint | null,
  now: Date,
  countedMax = COUNTED_MAX,
): Promise<Lag> {
  const behind = await store.readAll(position, { limit: countedMax });
  const recordedAt = behind[0]?.metadata.recordedAt;
  const seconds = recordedAt === undefined ? 0 : (now.getTime() - Date.parse(recordedAt)) / 1_000;
  return { events: behind.length, seconds: Math.max(0, seconds) };
}

/** Adds gauges of a projection's lag, measured at each scrape. They have no value while its position is undefined. */
export function measureLag(
  registry: Registry,
  store: EventStore,
  position: () => bigint | null | undefined,
  clock = () => new Date(),
): void {
  let measuring: Promise<Lag | undefined> | null = null;
  // Both gauges share one measurement.
  const measure = (): Promise<Lag | undefined> => {
    const at = position();
    measuring ??= (at === undefined ? Promise.resolve(undefined) : lagAfter(store, at, clock())).finally(() => {
      measuring = null;
    });
    return measuring;
  };
  const gauge = (name: string, help: string, value: (lag: Lag) => number): Gauge =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        // No value while the log cannot be read; the projection itself logs that.
        const lag = await measure().catch(() => undefined);
        if (lag === undefined) this.remove();
        else this.set(value(lag));
      },
    });
  gauge(
    'fairmark_projection_lag_events',
    `Events that the tables do not hold yet, counted up to ${COUNTED_MAX}`,
    ({ events }) => events,
  );
  gauge(
    'fairmark_projection_lag_seconds',
    'Age of the oldest event that the tables do not hold yet',
    ({ seconds }) => seconds,
  );
}
