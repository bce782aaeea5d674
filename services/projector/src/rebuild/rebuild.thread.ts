import { constants, getPriority, setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { createLogger, endProcess, openLog, type LogPlace } from '@fairmark/server';
import { rebuildJobNow } from './run-job.js';

/** What the thread of a rebuild is given: `rebuildWork` starts it. */
export interface RebuildThread extends LogPlace {
  /** Of the request. */
  id: string;
  logLevel: string;
}

/** A busy machine may take long to answer. */
const LOG_PATIENCE_MS = 20_000;

const { id, logLevel, ...place } = workerData as RebuildThread;
// Golfers first. On Linux each thread has a priority of its own; elsewhere the projector would get this one too.
if (process.platform === 'linux') setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
const logger = createLogger('rebuild', logLevel);
const onTrouble = (what: string, err: unknown): void => logger.warn({ err, what }, 'event store error, retrying');
const store = await openLog(place, { onTrouble, timeoutMs: LOG_PATIENCE_MS });
try {
  await rebuildJobNow({ databaseUrl: place.databaseUrl, store, logger }, id);
} finally {
  await store.close();
}
await endProcess(0);
