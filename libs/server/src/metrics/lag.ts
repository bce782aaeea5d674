import type { EventStore } from '@fairmark/event-store';
import type { Registry } from 'prom-client';
import { addGauge } from './add-gauge.js';

const COUNTED_MAX = 1_000;

/** How far a reader is behind the log. */
export interface Lag {
  events: number;
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
  const read = async (): Promise<Lag | null> => {
    const at = position();
    return at === undefined ? null : lagAfter(store, at, clock());
  };
  let running: Promise<Lag | null> | undefined;
  // A scrape asks for both gauges at once.
  const measure = () => (running ??= read().finally(() => (running = undefined)));
  addGauge(registry, {
    name: 'fairmark_projection_lag_events',
    help: `Events that the tables do not hold yet, counted up to ${COUNTED_MAX}`,
    read: async () => (await measure())?.events ?? null,
  });
  addGauge(registry, {
    name: 'fairmark_projection_lag_seconds',
    help: 'Age of the oldest event that the tables do not hold yet',
    read: async () => (await measure())?.seconds ?? null,
  });
}
