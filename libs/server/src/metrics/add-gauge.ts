import { Gauge, type Registry } from 'prom-client';

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
