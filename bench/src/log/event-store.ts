import { ms } from '../run/report.js';
import type { BenchServer } from '../run/server.js';
import { appendTable, compared, measureAppends, medianOf } from './appends.js';
import { openAppend, openBatchAppend, openEmmett, openOurs, type Open } from './event-store-contestants.js';
import { readTable } from './event-store-reads.js';

const WRITERS = [1, 32];
const EMMETT = 'emmett-esdb';
const CONTESTANTS: [string, Open][] = [
  ['Fairmark', openOurs],
  [EMMETT, openEmmett],
  ['the client, BatchAppend', openBatchAppend],
  ['the client, Append', openAppend],
];

/** Appends and reads on one EventStoreDB, which may be shared: all contestants in turns. Prints Markdown tables. */
export async function measureEventStore(
  server: BenchServer,
  url: string,
  turns: { seconds: number; rounds: number },
): Promise<void> {
  console.log(await speedTable(url, turns));
  console.log(`\n${await readTable(server, url, turns.rounds)}`);
}

async function speedTable(url: string, turns: { seconds: number; rounds: number }): Promise<string> {
  const contestants = WRITERS.flatMap((writers) => CONTESTANTS.map(([name, open]) => ({ name, writers, open })));
  const entries = await measureAppends(contestants, turns, (work) => work(url));
  const emmett = (writers: number) => entries.find((entry) => entry.name === EMMETT && entry.writers === writers);
  return appendTable(entries, {
    processor: (entry) => ms(medianOf('processorMs', entry)),
    "emmett's speed": (entry) => compared('eventsPerSecond', entry, emmett(entry.writers)),
    "emmett's processor": (entry) => compared('processorMs', entry, emmett(entry.writers)),
  });
}
