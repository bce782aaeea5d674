import { setTimeout as sleep } from 'node:timers/promises';
import type { ProjectionStatus } from '@fairmark/contract';
import { projectionStatus } from '@fairmark/read-models';
import type { CommandSpec } from '../shell/command.js';
import type { Job } from '../shell/job.js';
import { openTables, type TablesAndLog } from './tables.js';
import { statusLine, statusWords } from './words.js';

const EVERY_MS = 1_000;

/** `projections status`. */
export const statusCommand: CommandSpec = {
  name: 'status',
  summary: 'how far the tables are, what is parked, the latest rebuild',
  about: `
Says of every projection whether it is live, how far it is behind the log, what is parked, and what its latest rebuild does or did.

With --watch it says so again every second until Ctrl-C: on a terminal in the same place, otherwise a line (with --json an
object) each time that something is new.`,
  options: [['--watch', 'repeat it until Ctrl-C']],
  examples: [
    ['How the tables are', 'projections status'],
    ['Watch a rebuild', 'projections status --watch'],
  ],
  run: async (job, { watch = false }: { watch?: boolean }) => {
    const tables = await openTables(job);
    if (watch) return watching(job, tables);
    const projections = await statuses(tables);
    job.result({ ok: true, projections }, projections.map(statusWords).join('\n\n'));
  },
};

async function statuses({ pool, store }: TablesAndLog): Promise<ProjectionStatus[]> {
  return [await projectionStatus(pool, store, new Date())];
}

/** Until the signal. */
async function watching(job: Job, of: TablesAndLog): Promise<void> {
  const { shell, signal } = job;
  const redraws = shell.stdout.isTTY === true && !job.json;
  let [shown, lines] = ['', 0];
  while (!signal.aborted) {
    const projections = await statuses(of);
    if (redraws) {
      const words = projections.map(statusWords).join('\n\n');
      // Up to where it began, and everything below away.
      shell.stdout.write(`${lines === 0 ? '' : `\u001B[${lines}A\u001B[J`}${words}\n`);
      lines = words.split('\n').length;
    } else {
      // Age and signs of life are new each time.
      const news = JSON.stringify(projections.map((status) => ({ ...status, lagSeconds: 0, heardAt: null })));
      const words = projections.map((status) => statusLine(status, new Date())).join('\n');
      if (news !== shown) job.result({ ok: true, projections }, words);
      shown = news;
    }
    await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}
