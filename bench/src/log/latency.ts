import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresEventStore } from '@fairmark/event-store';
import { eventually } from '@fairmark/events/testing/eventually';
import type { BenchServer } from '../run/server.js';
import { openOurs } from './contestants.js';
import { scoreEvent } from './workload.js';

/** The number of writers, and the pause between appends of each, 0 for none. */
export interface Traffic {
  writers: number;
  pauseMs: number;
}

/** How long the last events may take before they count as lost. */
const ARRIVED_WITHIN_MS = 30_000;

/**
 * Milliseconds from the call of an append to the event's arrival at a subscriber with a separate store, as in another
 * process. Every event must arrive exactly once.
 */
export async function measureLatency(server: BenchServer, traffic: Traffic, seconds: number): Promise<number[]> {
  return server.withDatabase(async (url) => {
    const log = await openOurs(url);
    const reader = new PostgresEventStore({ connectionString: url });
    const sent = new Map<string, number>();
    const latencies: number[] = [];
    const stop = new AbortController();
    let isLive = (): void => undefined;
    const live = new Promise<void>((resolve) => (isLive = resolve));
    const reading = (async () => {
      for await (const page of reader.subscribe({ after: null, signal: stop.signal, onCaughtUp: () => isLive() })) {
        for (const { id } of page) {
          const at = sent.get(id);
          if (at === undefined) throw new Error(`Event ${id} arrived twice or was never sent`);
          sent.delete(id);
          latencies.push(performance.now() - at);
        }
      }
    })();
    const write = async (end: number): Promise<void> => {
      const stream = `match-${randomUUID()}`;
      for (let revision = 0; performance.now() < end; revision += 1) {
        if (traffic.pauseMs > 0) await sleep(traffic.pauseMs * (0.5 + Math.random()));
        const event = scoreEvent();
        sent.set(event.id, performance.now());
        await log.append(stream, revision, event);
      }
    };
    try {
      // The subscription ends before it is stopped only if it fails.
      await Promise.race([live, reading]);
      const end = performance.now() + seconds * 1_000;
      await Promise.race([Promise.all(Array.from({ length: traffic.writers }, () => write(end))), reading]);
      await Promise.race([eventually(() => sent.size === 0, 'every event arrives', ARRIVED_WITHIN_MS), reading]);
    } finally {
      stop.abort();
      await Promise.allSettled([reading]);
      await Promise.all([reader.close(), log.close()]);
    }
    await reading;
    return latencies;
  });
}
