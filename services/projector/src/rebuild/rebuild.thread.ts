import { constants, getPriority, setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { createLogger, endProcess, openLog, type LogPlace } from '@fairmark/server';
import { rebuildNow } from './rebuild-clubhouse.js';

/** The data that `rebuildWork` passes to the thread of a rebuild. */
export interface RebuildThread extends LogPlace {
  id: string;
  logLevel: string;
}

/** Generous, because a busy machine may take long to answer. */
const LOG_TIMEOUT_MS = 20_000;

const { id, logLevel, ...place } = workerData as RebuildThread;
// Give golfers priority. Only Linux has priorities per thread; elsewhere this would slow down the projector too.
if (process.platform === 'linux') setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
const logger = createLogger('rebuild', logLevel);
const onTrouble = (what: string, err: unknown): void => logger.warn({ err, what }, 'event store error, retrying');
const store = await openLog(place, { onTrouble, timeoutMs: LOG_TIMEOUT_MS });
try {
  await rebuildNow({ databaseUrl: place.databaseUrl, store, logger }, id);
} finally {
  await store.close();
}
await endProcess(0);
