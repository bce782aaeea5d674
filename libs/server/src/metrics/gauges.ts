import { Gauge, type Registry } from 'prom-client';
import type { EventStore } from '@fairmark/event-store';

/** A gauge's value, or one for each value of its label; null: there is none. */
type Reading = number | null | Readonly<Record<string, number | null>>;

/** Adds a gauge to a registry alone. `read` is called at each scrape; if it fails there is no value. */
export function addGauge(
  registry: Registry,
  { label, read, ...about }: { name: string; help: string; label?: string; read: () => Reading | Promise<Reading> },
): void {
  const gauge = new Gauge({
    ...about,
    labelNames: label === undefined ? [] : [label],
    registers: [],
    async collect() {
      const found = await (async () => read())().catch(() => null);
      this.reset();
      if (label === undefined) this.remove();
      if (typeof found === 'number') this.set(found);
      for (const [of, value] of Object.entries(typeof found === 'object' ? (found ?? {}) : {})) {
        if (value !== null) this.set({ [label ?? '']: of }, value);
      }
    },
  });
  registry.registerMetric(gauge);
}

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
