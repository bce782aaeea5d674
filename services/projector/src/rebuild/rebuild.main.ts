import { userInfo } from 'node:os';
import { createLogger, endProcess, type LogPlace } from '@fairmark/server';
import { Presets, SingleBar } from 'cli-progress';
import { RebuildStopped } from '../log-reader/errors.js';
import { readableLog } from '../log-reader/readable-log.js';
import { inWords, rebuildJobNow, rebuildNow } from './run-job.js';
import type { RebuildOptions } from './rebuild-options.js';
import { stepBack } from './step-back.js';

/**
 * `npm run rebuild`: makes the tables derived from the log anew beside the live ones and puts them in place. The same as
 * `npm run ops -- projections rebuild clubhouse`.
 *
 * `--job ID` is what a projector starts it with: it does a rebuild that was asked for elsewhere, says nothing, and ends with whoever
 * started it.
 */
const USAGE = 'Usage: npm run rebuild   (start Fairmark first, or set DATABASE_URL)';
/** As long as it is not frozen it tells whoever started it. */
const BEAT_EVERY_MS = 1_000;
const STAYS = `The tables are as they were before. When the cause is mended, rebuild again.`;

async function main(place: LogPlace, job: string | null): Promise<number> {
  const ending = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => ending.abort(signal));
  process.on('disconnect', () => ending.abort('the projector is gone'));
  const logger = createLogger('rebuild', job === null ? 'warn' : (process.env.LOG_LEVEL ?? 'info'));
  const log = await readableLog(place, {
    onTrouble: (what, err) => logger.warn({ err, what }, 'the log gives trouble'),
  });
  const bar = new Bar();
  try {
    const { databaseUrl } = place;
    const { store, reader } = log;
    const options: RebuildOptions = { databaseUrl, store, reader, logger, signal: ending.signal };
    if (job !== null) {
      setInterval(() => process.connected && process.send?.('alive', () => undefined), BEAT_EVERY_MS).unref();
      await rebuildJobNow(options, { id: job });
      return 0;
    }
    const result = await rebuildNow(
      { ...options, onProgress: (progress) => bar.show(progress) },
      { projection: 'clubhouse', requestedBy: accountName() },
    );
    bar.stop();
    process.stdout.write(`${inWords(result)}\n`);
    return result.finished ? 0 : 1;
  } finally {
    bar.stop();
    await log.close();
    if (process.connected) process.disconnect();
  }
}

function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    // An account that only has a number, as in containers.
    return `account ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** A bar per phase, where somebody watches. */
class Bar {
  #bar: SingleBar | null = null;
  #phase = '';

  show({ phase, events, total, eventsPerSecond }: Parameters<NonNullable<RebuildOptions['onProgress']>>[0]): void {
    if (!process.stderr.isTTY) return;
    if (phase !== this.#phase) {
      this.stop();
      this.#phase = phase;
      const format = total === null ? `${phase} {value}` : `${phase} {bar} {percentage}% | {value} events | {rate}/s`;
      this.#bar = new SingleBar({ format }, Presets.shades_classic);
      this.#bar.start(Math.max(total ?? 0, 1), 0, { rate: 0 });
    }
    this.#bar?.setTotal(Math.max(total ?? 0, 1));
    this.#bar?.update(events, { rate: Math.round(eventsPerSecond ?? 0) });
  }

  stop(): void {
    this.#bar?.stop();
    this.#bar = null;
  }
}

const { DATABASE_URL: databaseUrl = '', EVENT_STORE_URL: eventStoreUrl } = process.env;
// Golfers first.
stepBack();
const [option, job = null, ...more] = process.argv.slice(2);
if (databaseUrl === '' || more.length > 0 || (option !== undefined && (option !== '--job' || job === null))) {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
} else {
  try {
    await endProcess(await main({ databaseUrl, eventStoreUrl: eventStoreUrl || undefined }, job));
  } catch (error) {
    process.stderr.write(`The rebuild stopped. ${error instanceof Error ? error.message : String(error)}\n`);
    if (error instanceof RebuildStopped) process.stderr.write(`${STAYS}\n`);
    await endProcess(1);
  }
}
