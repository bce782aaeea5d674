import type { PostgresEventStore } from '@fairmark/event-store';
import { createLogger } from '@fairmark/server';
import { Progress } from '@fairmark/cli/shell/job';
import { postgresLog } from '@fairmark/cli/proof/provable-log';
import { verifyLog } from '@fairmark/cli/proof/verify-log';
import { rebuildClubhouse, verifyClubhouse } from '@fairmark/projector';
import { withLog } from '../run/server.js';
import { copyRows } from './copy-rows.js';
import { rebuildEmmett } from './emmett.js';
import { readPages } from './logs.js';

/**
 * One run in a separate process, so that its memory can be measured: `contestant URL WHAT [BATCH VERSION]`. Prints its
 * duration and peak memory.
 */
const [url = '', what = '', batch = '', version = ''] = process.argv.slice(2);
const logger = createLogger('bench', 'silent');

const CONTESTANTS: Record<string, () => Promise<number>> = {
  read: () => onLog(readPages),
  copy: () => copyRows(url),
  rebuild: () => onLog((log) => rebuild(log, false)),
  'rebuild-compared': () => onLog((log) => rebuild(log, true)),
  verify: () => onLog(verify),
  audit: () => onLog(audit),
  emmett: () => measured(() => rebuildEmmett(url, Number(version), Number(batch))),
};

const run = CONTESTANTS[what];
if (run === undefined) throw new Error(`There is no ${what}`);
const milliseconds = await run();
process.stdout.write(JSON.stringify({ milliseconds, peakKilobytes: process.resourceUsage().maxRSS }));

async function measured(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function onLog(work: (store: PostgresEventStore) => Promise<unknown>): Promise<number> {
  return withLog(url, (store) => measured(() => work(store)));
}

async function rebuild(store: PostgresEventStore, compare: boolean): Promise<void> {
  const { finished } = await rebuildClubhouse({ databaseUrl: url, store, logger, compare });
  if (!finished) throw new Error('The rebuild did not finish');
}

async function verify(store: PostgresEventStore): Promise<void> {
  const { differing, differences } = await verifyClubhouse({ databaseUrl: url, store });
  if (differing > 0) throw new Error(`The tables are wrong: ${differences.slice(0, 5).join('\n')}`);
}

async function audit(): Promise<void> {
  const log = await postgresLog(url);
  const { fault } = await verifyLog({ progress: new Progress(false), signal: new AbortController().signal }, log, []);
  if (fault !== null) throw new Error(`The log is not whole: ${fault.what} at position ${fault.position}`);
}
