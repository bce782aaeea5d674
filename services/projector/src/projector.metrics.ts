import type { EventStore } from '@fairmark/event-store';
import { measureLag } from '@fairmark/server';
import { Gauge, type Registry } from 'prom-client';
import type { Projector, ProjectorState } from './projection/projector.js';

const STATES: readonly ProjectorState[] = ['STANDBY', 'CATCHING_UP', 'LIVE', 'REFUSED', 'TROUBLE', 'STOPPED'];

/** What is measured: the projector, and the jobs that this process knows of (null: not started yet). */
export interface Measured {
  store: EventStore;
  projector: Projector;
  jobs: () => Promise<Record<string, number> | null>;
}

/** Reports to Prometheus in which state the projector is, how far behind the log, what is parked, and which jobs there are. */
export function measureProjector(registry: Registry, { store, projector, jobs }: Measured): void {
  const gauges = [
    new Gauge({
      name: 'fairmark_projector_state',
      help: '1 for the state that the projector is in, 0 for the others',
      labelNames: ['state'],
      registers: [],
      collect() {
        const { state } = projector.health();
        for (const one of STATES) this.set({ state: one }, one === state ? 1 : 0);
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
        // A queue that does not answer has no value; its trouble is in the log.
        this.reset();
        const counts = (await jobs().catch(() => null)) ?? {};
        for (const [state, count] of Object.entries(counts)) this.set({ state }, count);
      },
    }),
  ];
  for (const gauge of gauges) registry.registerMetric(gauge);
  // A stand-by does not know how far the active one is.
  const writes: readonly ProjectorState[] = ['CATCHING_UP', 'LIVE'];
  measureLag(registry, store, () => {
    const { state, position } = projector.health();
    return writes.includes(state) ? position : undefined;
  });
}

/** What keeps the projector from its work; empty: nothing. A stand-by is ready: it would take over. */
export function projectorMissing(projector: Projector): string[] {
  const { state, problem } = projector.health();
  return state === 'REFUSED' || state === 'TROUBLE' || state === 'STOPPED' ? [`projector: ${problem ?? state}`] : [];
}
