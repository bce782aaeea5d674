import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventually } from '@fairmark/events/testing/eventually';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { createLogger } from '@fairmark/server';
import { Projector } from '@fairmark/projector';
import { commandLine, readOptions } from './run/options.js';
import { fillOurLog } from './rebuild/logs.js';
import { machine, table } from './run/report.js';
import { query, withBenchServer, withLog } from './run/server.js';

/** Number of events in the measured log. */
export const DEFAULTS = { events: 200_000 };

const OPS = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../dist/fairmark.js');
const PROJECTED_WITHIN_MS = 600_000;
const MIB = 2 ** 20;

interface Sizes {
  rounds: number;
  events: number;
  log: number;
  tables: number;
}

/**
 * `capacity`: what a thousand rounds (cards played to the last signature) cost in disk space, backup size and processor
 * time of the projector. The log is filled as golfers fill it, sixty groups at a time. Prints a Markdown table.
 */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, DEFAULTS);
  if (!(options.events >= 10_000)) throw new Error('--events is at least 10000');
  await withBenchServer((server) =>
    server.withDatabase(async (url) => {
      console.log(`${commandLine('capacity', options)}\n${machine()}\n`);
      const seconds = await play(url, options.events);
      const sizes = await sizesOf(url);
      console.log(report(sizes, { seconds, backup: await backupOf(url) }));
    }),
  );
}

/** Fills the log and projects it. Returns the processor time of projecting, in seconds. */
async function play(url: string, events: number): Promise<number> {
  // As golfers enter them: a command's ids and hash do not compress.
  await fillOurLog(url, events, 1);
  return withLog(url, async (store) => {
    const before = process.cpuUsage();
    const projector = new Projector({ databaseUrl: url, store, logger: createLogger('bench', 'silent') });
    try {
      const head = await store.head();
      await eventually(() => projector.health().position === head, 'the tables hold the log', PROJECTED_WITHIN_MS);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1e6;
    } finally {
      await projector.stop();
    }
  });
}

async function sizesOf(url: string): Promise<Sizes> {
  const [sizes] = await query<Sizes>(
    url,
    `select (select count(*) from ${CLUBHOUSE_SCHEMA}.rounds where verified)::int as rounds,
       (select count(*) from log.events)::int as events,
       pg_total_relation_size('log.events')::float8 as log,
       (select sum(pg_total_relation_size(c.oid)) from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = '${CLUBHOUSE_SCHEMA}' and c.relkind = 'r')::float8 as tables`,
  );
  if (sizes === undefined) throw new Error('The database returns no sizes');
  return sizes;
}

/** Makes a backup with the operators' command and returns its size in bytes. */
async function backupOf(url: string): Promise<number> {
  const home = await mkdtemp(path.join(tmpdir(), 'fairmark-capacity-'));
  try {
    const folder = path.join(home, 'backup');
    const env = { PATH: process.env.PATH, DATABASE_URL: url };
    await promisify(execFile)(process.execPath, [OPS, 'backup', folder], { env });
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    const found = await Promise.all(
      files.filter((file) => file.isFile()).map((file) => stat(path.join(file.parentPath, file.name))),
    );
    return found.reduce((sum, { size }) => sum + size, 0);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

function report({ rounds, events, log, tables }: Sizes, of: { seconds: number; backup: number }): string {
  const each = (total: number): number => (1_000 * total) / rounds;
  const mebibytes = (bytes: number): string => `${each(bytes / MIB).toFixed(1)} MiB`;
  return table(
    ['1,000 verified rounds', ''],
    [
      ['events', Math.round(each(events)).toLocaleString('en')],
      ['log, with its indexes', mebibytes(log)],
      ['tables of the Clubhouse, with their indexes', mebibytes(tables)],
      ['log in a backup', mebibytes(of.backup)],
      ['processor time of the projector, catching up', `${each(of.seconds).toFixed(2)} s`],
    ],
  );
}
