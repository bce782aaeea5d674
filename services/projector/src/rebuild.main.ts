import { createLogger, type LogPlace } from '@fairmark/platform';
import { Presets, SingleBar } from 'cli-progress';
import { RebuildStopped } from './projection/errors.js';
import { readableLog } from './projection/readable-log.js';
import { rebuildClubhouse, type RebuildProgress, type RebuildResult } from './projection/rebuild.js';

/**
 * `npm run rebuild [-- --restart]`: empties the tables derived from the log and fills them again; meanwhile readers find what
 * is there so far. Interrupted, or stopped by an event that cannot be applied, it leaves the rest to the running projector,
 * which finishes and parks such events. The next run goes on where an unfinished one is, and begins from nothing where none
 * is left; `--restart` always begins from nothing.
 */
const USAGE = 'Usage: npm run rebuild [-- --restart]   (start Fairmark first, or set DATABASE_URL)';

const GOES_ON = `A running projector goes on from there and finishes by itself; without one, run this again.
Run once it has finished, this begins from nothing.`;
const PARKS = `A running projector goes on and parks what cannot be applied, and that match stands still.
When the cause is mended, rebuild with --restart.`;

async function main(place: LogPlace, restart: boolean): Promise<number> {
  const ending = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => ending.abort(signal));
  const logger = createLogger('rebuild', 'warn');
  const log = await readableLog(place, {
    onTrouble: (what, err) => logger.warn({ err, what }, 'the log gives trouble'),
  });
  const bar = progressBar();
  try {
    const result = await rebuildClubhouse({
      databaseUrl: place.databaseUrl,
      store: log.store,
      reader: log.reader,
      logger,
      restart,
      signal: ending.signal,
      onProgress: (progress) => bar.show(progress),
    });
    bar.stop();
    process.stdout.write(`${summary(result)}\n`);
    return result.finished ? 0 : 1;
  } finally {
    bar.stop();
    await log.close();
  }
}

function summary({ finished, resumed, events, position }: RebuildResult): string {
  if (!finished) return `Interrupted at position ${position ?? 'none'}. ${GOES_ON}`;
  return `Rebuilt${resumed ? ', going on where an earlier rebuild was' : ''}: ${events} events, to position ${position ?? 'none'}.`;
}

/** Positions only grow; as a share of the last one they say well enough how far it is. */
function progressBar(): { show(progress: RebuildProgress): void; stop(): void } {
  const started = performance.now();
  const bar = new SingleBar(
    { format: 'Rebuilding {bar} {percentage}% | {events} events | {rate}/s' },
    Presets.shades_classic,
  );
  return {
    show: ({ events, position, target }) => {
      const rate = Math.round((1_000 * events) / (performance.now() - started));
      const at = Number(position ?? 0);
      if (!bar.isActive) bar.start(Math.max(Number(target ?? 0), 1), 0, { events, rate });
      bar.setTotal(Math.max(bar.getTotal(), at));
      bar.update(at, { events, rate });
    },
    stop: () => bar.stop(),
  };
}

const { DATABASE_URL: databaseUrl = '', EVENT_STORE_URL: eventStoreUrl } = process.env;
const args = process.argv.slice(2);
if (databaseUrl === '' || args.some((arg) => arg !== '--restart')) {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
} else {
  try {
    process.exitCode = await main(
      { databaseUrl, eventStoreUrl: eventStoreUrl || undefined },
      args.includes('--restart'),
    );
  } catch (error) {
    process.stderr.write(`The rebuild stopped. ${error instanceof Error ? error.message : String(error)}\n`);
    if (error instanceof RebuildStopped) process.stderr.write(`${PARKS}\n`);
    process.exitCode = 1;
  }
}
