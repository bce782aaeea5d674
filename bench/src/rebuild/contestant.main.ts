import { PostgresEventStore } from '@fairmark/event-store';
import { createLogger } from '@fairmark/server';
import { SILENT } from '@fairmark/cli/shell/progress';
import { postgresLog } from '@fairmark/cli/proof/provable-log';
import { verifyLog } from '@fairmark/cli/proof/verify-log';
import { PostgresLogReader, rebuildClubhouse, verifyClubhouse } from '@fairmark/projector';
import { copyRows } from './copy-rows.js';
import { rebuildEmmett } from './emmett.js';

/**
 * One run in a process of its own, so that its memory is its own: `contestant URL WHAT [BATCH VERSION]`. Answers how long it took
 * and the most memory that it had.
 */
const [url = '', what = '', batch = '', version = ''] = process.argv.slice(2);
const logger = createLogger('bench', 'silent');
const PAGE = 4_000;

const CONTESTANTS: Record<string, () => Promise<number>> = {
  read: () => withLog(readAll),
  copy: () => copyRows(url),
  rebuild: () => withLog((log) => rebuild(log, false)),
  'rebuild-compared': () => withLog((log) => rebuild(log, true)),
  verify: () => withLog(verify),
  audit: () => withLog(audit),
  emmett: () => measured(() => rebuildEmmett(url, Number(version), Number(batch))),
};

interface Log {
  store: PostgresEventStore;
  reader: PostgresLogReader;
}

const run = CONTESTANTS[what];
if (run === undefined) throw new Error(`There is no ${what}`);
const milliseconds = await run();
process.stdout.write(JSON.stringify({ milliseconds, peakKilobytes: process.resourceUsage().maxRSS }));

async function measured(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function withLog(work: (log: Log) => Promise<unknown>): Promise<number> {
  const log = { store: new PostgresEventStore({ connectionString: url }), reader: new PostgresLogReader(url) };
  try {
    return await measured(() => work(log));
  } finally {
    await log.reader.close();
    await log.store.close();
  }
}

/** What every rebuild has to do: the pages as a rebuild asks for them, the next while one is looked at. */
async function readAll({ reader }: Log): Promise<void> {
  const ahead = reader.ahead();
  let page = await ahead.page(null, PAGE);
  while (page.length > 0) page = await ahead.page(page.at(-1)?.position ?? null, PAGE);
}

async function rebuild({ store, reader }: Log, compare: boolean): Promise<void> {
  const { finished } = await rebuildClubhouse({ databaseUrl: url, store, reader, logger, compare });
  if (!finished) throw new Error('The rebuild did not finish');
}

async function verify({ store, reader }: Log): Promise<void> {
  const { differing, differences } = await verifyClubhouse({ databaseUrl: url, store, reader });
  if (differing > 0) throw new Error(`The tables are wrong: ${differences.slice(0, 5).join('\n')}`);
}

async function audit({ store }: Log): Promise<void> {
  const log = await postgresLog(url, store);
  const { fault } = await verifyLog({ log, anchors: [], progress: SILENT, signal: new AbortController().signal });
  if (fault !== null) throw new Error(`The log is not whole: ${fault.what} at position ${fault.position}`);
}
