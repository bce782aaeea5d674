import type { EventStore } from '@fairmark/event-store';
import { addGauge, measureLag } from '@fairmark/server';
import type { Registry } from 'prom-client';
import type { Anchorer } from './anchors/anchorer.js';
import type { RunningWork } from './jobs/job-queue.js';
import type { Projector, ProjectorState } from './projection/projector.js';

const STATES: readonly ProjectorState[] = ['STANDBY', 'CATCHING_UP', 'LIVE', 'REFUSED', 'TROUBLE', 'STOPPED'];

/** Exports the projector's state, its lag behind the log, the number of parked streams, and mail jobs by state. */
export function measureProjector(
  registry: Registry,
  { store, projector, jobs }: { store: EventStore; projector: Projector; jobs: RunningWork['counts'] },
): void {
  addGauge(registry, {
    name: 'fairmark_projector_state',
    help: '1 for the state that the projector is in, 0 for the others',
    label: 'state',
    read: () => Object.fromEntries(STATES.map((state) => [state, Number(state === projector.health().state)])),
  });
  addGauge(registry, {
    name: 'fairmark_parked_streams',
    help: 'Streams with an event that could not be applied',
    read: () => projector.health().parkedStreams,
  });
  const help = 'Mails by what their jobs do: waiting, active, delayed (to be tried again)';
  addGauge(registry, { name: 'fairmark_mail_jobs', help, label: 'state', read: jobs });
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

/** Exports how many events have no anchor, how many anchors each sink lacks, and whether anchoring is refused. */
export function measureAnchors(registry: Registry, anchorer: Pick<Anchorer, 'health'>): void {
  addGauge(registry, {
    name: 'fairmark_unanchored_events',
    help: 'Events after the last anchor of the log; of the process that anchors',
    read: () => (anchorer.health().active ? anchorer.health().unanchored : null),
  });
  addGauge(registry, {
    name: 'fairmark_anchors_waiting',
    help: 'Anchors that a sink (FOLDER, MAIL, COMMAND) has not taken yet',
    label: 'sink',
    read: () => anchorer.health().waiting,
  });
  addGauge(registry, {
    name: 'fairmark_anchors_refused',
    help: '1 while log, database and folder of anchors contradict each other, and nothing is anchored',
    read: () => Number(anchorer.health().refused !== null),
  });
}
