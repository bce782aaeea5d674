import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresEventStore } from '@fairmark/events';
import type { BenchServer } from '../server.js';
import { openOurs } from './contestants.js';
import { scoreEvent } from './workload.js';

/** How a writer paces itself: the pause between its appends, 0 for none. */
export interface Traffic {
  writers: number;
  pauseMs: number;
}

/**
 * Milliseconds from the call of an append to the event's arrival at a subscriber, which has a store of its own as another
 * process would. Every event must arrive, once and in order.
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
    let arrived = (): void => undefined;
    const reading = (async () => {
      for await (const event of reader.subscribe({ after: null, signal: stop.signal, onCaughtUp: () => isLive() })) {
        const at = sent.get(event.id);
        if (at === undefined) throw new Error(`Event ${event.id} arrived twice or was never sent`);
        sent.delete(event.id);
        latencies.push(performance.now() - at);
        arrived();
      }
    })();
    await live;
    const end = performance.now() + seconds * 1_000;
    let appended = 0;
    const write = async (): Promise<void> => {
      const stream = `match-${randomUUID()}`;
      for (let revision = 0; performance.now() < end; revision += 1) {
        if (traffic.pauseMs > 0) await sleep(traffic.pauseMs * (0.5 + Math.random()));
        const event = scoreEvent();
        sent.set(event.id, performance.now());
        await log.append(stream, revision, event);
        appended += 1;
      }
    };
    await Promise.all(Array.from({ length: traffic.writers }, write));
    while (latencies.length < appended) {
      await Promise.race([reading, new Promise<void>((resolve) => (arrived = resolve))]);
    }
    stop.abort();
    await reading;
    await Promise.all([reader.close(), log.close()]);
    return latencies;
  });
}
