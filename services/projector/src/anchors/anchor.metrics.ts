import { Gauge, type Registry } from 'prom-client';
import type { Anchorer } from './anchorer.js';

/** Exports how many events have no anchor, how many anchors each sink lacks, and whether anchoring is refused. */
export function measureAnchors(registry: Registry, anchorer: Pick<Anchorer, 'health'>): void {
  registry.registerMetric(
    new Gauge({
      name: 'fairmark_unanchored_events',
      help: 'Events after the last anchor of the log; of the process that anchors',
      registers: [],
      collect() {
        const { active, unanchored } = anchorer.health();
        if (active) this.set(unanchored);
        else this.remove();
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'fairmark_anchors_waiting',
      help: 'Anchors that a sink (FOLDER, MAIL, COMMAND) has not taken yet',
      labelNames: ['sink'],
      registers: [],
      collect() {
        this.reset();
        for (const [sink, count] of Object.entries(anchorer.health().waiting)) this.set({ sink }, count);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'fairmark_anchors_refused',
      help: '1 while log, database and folder of anchors contradict each other, and nothing is anchored',
      registers: [],
      collect() {
        this.set(anchorer.health().refused === null ? 0 : 1);
      },
    }),
  );
}
