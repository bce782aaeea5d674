import { setTimeout as sleep } from 'node:timers/promises';
import type { ProjectionStatus } from '@fairmark/contract';
import { projectionStatus } from '@fairmark/read-models';
import type { Command } from 'commander';
import { examples, prose, type Job, type Register } from '../shell/job.js';
import { statusLine, statusWords } from './words.js';
import { withTables, type TablesAndLog } from './with-tables.js';

const EVERY_MS = 1_000;

/** `projections status`. */
export const statusCommand: Register = (parent, run) => {
  parent
    .command('status')
    .summary('how far the tables are, what is parked, the latest rebuild')
    .description(
      prose(`
Says of every projection whether it is live, how far it is behind the log, what is parked, and what its latest rebuild does or did.

With --watch it says so again every second until Ctrl-C: on a terminal in the same place, otherwise a line (with --json an
object) each time that something is new.`),
    )
    .option('--watch', 'go on until Ctrl-C')
    .addHelpText(
      'after',
      examples(['How the tables are', 'projections status'], ['Watch a rebuild', 'projections status --watch']),
    )
    .action(({ watch = false }: { watch?: boolean }, command: Command) =>
      run(command, (job) => withTables(job.shell, (of) => (watch ? watching(job, of) : once(job, of)))),
    );
};

async function once({ output }: Job, of: TablesAndLog): Promise<void> {
  const projections = await statuses(of);
  output.result({ ok: true, projections }, projections.map(statusWords).join('\n\n'));
}

async function statuses({ pool, store }: TablesAndLog): Promise<ProjectionStatus[]> {
  return [await projectionStatus(pool, store, new Date())];
}

/** Until the signal. */
async function watching({ shell, output }: Job, of: TablesAndLog): Promise<void> {
  const redraws = shell.stdout.isTTY === true && !output.json;
  let [shown, lines] = ['', 0];
  while (!shell.signal.aborted) {
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
      if (news !== shown) output.row({ ok: true, projections }, words);
      shown = news;
    }
    await sleep(EVERY_MS, undefined, { signal: shell.signal }).catch(() => undefined);
  }
}
