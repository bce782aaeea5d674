import type { EventStore } from '@fairmark/event-store';
import { measureLag } from '@fairmark/server';
import { Gauge, type Registry } from 'prom-client';
import type { Projector, ProjectorState } from './projection/projector.js';

const STATES: readonly ProjectorState[] = ['STANDBY', 'CATCHING_UP', 'LIVE', 'REFUSED', 'TROUBLE', 'STOPPED'];

/** What is measured. `jobs`: number of mail jobs by state; null while the queue has not started. */
export interface Measured {
  store: EventStore;
  projector: Projector;
  jobs: () => Promise<Record<string, number> | null>;
}

/** Exports the projector's state, its lag behind the log, the number of parked streams, and mail jobs by state. */
export function measureProjector(registry: Registry, { store, projector, jobs }: Measured): void {
  const gauges = [
    new Gauge({
      name: 'fairmark_projector_state',
      help: '1 for the state that the projector is in, 0 for the others',
      labelNames: ['state'],
      registers: [],
      collect() {
        const { state } = projector.health();
        for (const each of STATES) this.set({ state: each }, each === state ? 1 : 0);
      },
    }),
    new Gauge({
      name: 'fairmark_parked_streams',
      help: 'Streams with an event that could not be applied',
      registers: [],
      collect() {
        this.set(projector.health().parkedStreams);
      },
    }),
    new Gauge({
      name: 'fairmark_mail_jobs',
      help: 'Mails by what their jobs do: waiting, active, delayed (to be tried again)',
      labelNames: ['state'],
      registers: [],
      async collect() {
        // No value for a queue that does not answer; its errors are in the log.
        this.reset();
        const counts = (await jobs().catch(() => null)) ?? {};
        for (const [state, count] of Object.entries(counts)) this.set({ state }, count);
      },
    }),
  ];
  for (const gauge of gauges) registry.registerMetric(gauge);
  // A stand-by does not know the active projector's position.
  const writes: readonly ProjectorState[] = ['CATCHING_UP', 'LIVE'];
  measureLag(registry, store, () => {
    const { state, position } = projector.health();
    return writes.includes(state) ? position : undefined;
  });
}

/** What keeps the projector from being ready; empty if it is. A stand-by is ready, since it can take over. */
export function projectorMissing(projector: Projector): string[] {
  const { state, problem } = projector.health();
  return state === 'REFUSED' || state === 'TROUBLE' || state === 'STOPPED' ? [`projector: ${problem ?? state}`] : [];
}
