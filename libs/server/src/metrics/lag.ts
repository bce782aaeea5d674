import type { EventStore } from '@fairmark/event-store';
import { Gauge, type Registry } from 'prom-client';

/** Counting further says nothing more. */
const COUNTED_MAX = 1_000;

/** How far a reader of the log is behind it. */
export interface Lag {
  /** Events that it has not handled, counted up to a limit. */
  events: number;
  /** How long ago the first of them was recorded, seconds; 0 when there is none. */
  seconds: number;
}

/** What lies after a position (null: the start). Reads one page of the log at most: `countedMax`, 1 to 10,000. */
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

/** Measures how far a projection is behind, at each scrape; there is no value while its position is not known (undefined). */
export function measureLag(
  registry: Registry,
  store: EventStore,
  position: () => bigint | null | undefined,
  clock = () => new Date(),
): void {
  let looking: Promise<Lag | undefined> | null = null;
  // Both numbers are of one look.
  const look = (): Promise<Lag | undefined> => {
    const at = position();
    looking ??= (at === undefined ? Promise.resolve(undefined) : lagAfter(store, at, clock())).finally(() => {
      looking = null;
    });
    return looking;
  };
  const gauge = (name: string, help: string, value: (lag: Lag) => number): Gauge =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        // A log that cannot be read has no value here; who reads it says so in its own log.
        const lag = await look().catch(() => undefined);
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
