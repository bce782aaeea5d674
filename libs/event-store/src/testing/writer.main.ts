import { PostgresEventStore } from '../postgres/postgres-event-store.js';
import { notes, write } from './events.js';

/**
 * A separate process that writes to a log: `writer.main.js URL STREAMS EVENTS SHARED`. Fills streams of its own at the
 * same time, and adds as many events to the stream that it shares with others. Prints its number of conflicts there.
 */
const [url = '', streams = '', events = '', shared = ''] = process.argv.slice(2);
const store = new PostgresEventStore({ connectionString: url });
let conflicts = 0;

async function share(left: number): Promise<void> {
  if (left === 0) return;
  const last = (await store.readStream(shared)).at(-1) ?? null;
  const result = await store.append(shared, last?.revision ?? 'no-stream', notes(shared, [left], last));
  if (result.outcome === 'conflict') conflicts += 1;
  await share(result.outcome === 'conflict' ? left : left - 1);
}

const own = Array.from({ length: Number(streams) }, (_, at) => write(store, `${process.pid}-${at}`, Number(events)));
await Promise.all([...own, share(Number(events))]);
await store.close();
console.log(JSON.stringify({ conflicts }));
