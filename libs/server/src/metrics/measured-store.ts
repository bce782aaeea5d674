import type { EventStore } from '@fairmark/event-store';
import { Counter, Histogram, type Registry } from 'prom-client';

const SECONDS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 3];
const EVENTS = [1, 2, 3, 5, 10, 20, 50, 100];

/** Wraps a store to measure appends: outcomes, duration and size. Closing it closes the store. */
export function measuredStore(store: EventStore, registry: Registry): EventStore {
  const registers = [registry];
  const outcomes = new Counter({
    name: 'fairmark_appends_total',
    help: 'Appends to the log by how they ended: appended, conflict (another writer was first), failed',
    labelNames: ['outcome'],
    registers,
  });
  const seconds = new Histogram({
    name: 'fairmark_append_seconds',
    help: 'How long appends took, waiting for their batch included',
    buckets: SECONDS,
    registers,
  });
  const sizes = new Histogram({
    name: 'fairmark_append_events',
    help: 'Events per append',
    buckets: EVENTS,
    registers,
  });
  return {
    append: async (stream, expected, events) => {
      const stop = seconds.startTimer();
      try {
        const result = await store.append(stream, expected, events);
        outcomes.inc({ outcome: result.outcome });
        if (result.outcome === 'appended') sizes.observe(events.length);
        return result;
      } catch (error) {
        outcomes.inc({ outcome: 'failed' });
        throw error;
      } finally {
        stop();
      }
    },
    logId: () => store.logId(),
    readStream: (...read) => store.readStream(...read),
    readAll: (...read) => store.readAll(...read),
    readPage: (...read) => store.readPage(...read),
    head: () => store.head(),
    subscribe: (options) => store.subscribe(options),
    close: () => store.close(),
  };
}
