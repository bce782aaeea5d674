import { createLogger, endProcess, openLog, type LogPlace } from '@fairmark/server';
import { RebuildRuns } from './errors.js';
import { TRY_AGAIN } from './rebuild-work.js';
import { rebuildJobNow } from './run-job.js';
import { stepBack } from './step-back.js';

/**
 * The process of a rebuild that was asked for: a projector starts `rebuild.main.js --job ID`. It ends with the projector, and only
 * then: the request must not look cancelled when a service manager signals both.
 */
const USAGE = 'A projector starts this. To rebuild: npm run rebuild';
/** As long as it is not frozen, it sends its parent a message. */
const BEAT_EVERY_MS = 1_000;
/** A busy machine may take long to answer. */
const LOG_PATIENCE_MS = 20_000;

async function main(place: LogPlace, id: string): Promise<void> {
  const { databaseUrl } = place;
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => undefined);
  process.on('disconnect', () => process.exit(1));
  const logger = createLogger('rebuild', process.env.LOG_LEVEL ?? 'info');
  const onTrouble = (what: string, err: unknown): void => logger.warn({ err, what }, 'event store error, retrying');
  const store = await openLog(place, { onTrouble, timeoutMs: LOG_PATIENCE_MS });
  setInterval(() => process.connected && process.send?.('alive', () => undefined), BEAT_EVERY_MS).unref();
  try {
    await rebuildJobNow({ databaseUrl, store, logger }, id);
  } finally {
    await store.close();
  }
}

const { DATABASE_URL: databaseUrl = '', EVENT_STORE_URL: eventStoreUrl } = process.env;
// Golfers first.
stepBack();
const [option, id] = process.argv.slice(2);
if (databaseUrl === '' || option !== '--job' || id === undefined) {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
} else {
  try {
    await main({ databaseUrl, eventStoreUrl: eventStoreUrl || undefined }, id);
    await endProcess(0);
  } catch (error) {
    if (error instanceof RebuildRuns) await endProcess(TRY_AGAIN);
    process.stderr.write(`The rebuild stopped. ${error instanceof Error ? error.message : String(error)}\n`);
    await endProcess(1);
  }
}
