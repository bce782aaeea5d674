import { Gauge, type GaugeConfiguration, type Registry } from 'prom-client';

/** Adds a gauge to a registry alone, not to the global one too. */
export function addGauge(registry: Registry, configuration: GaugeConfiguration<string>): void {
  registry.registerMetric(new Gauge({ ...configuration, registers: [] }));
}
