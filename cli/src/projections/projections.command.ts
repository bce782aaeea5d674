import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS, type ProjectionStatus } from '@fairmark/contract';
import { parkedEvents, projectionStatus } from '@fairmark/read-models';
import type { CommandSpec } from '../shell/command.js';
import type { Job } from '../shell/job.js';
import { openAll } from '../shell/open.js';
import { rebuildCommand, verifyTablesCommand } from './rebuild.command.js';
import { parkedWords, statusWords } from './words.js';

const EVERY_MS = 1_000;

const statusCommand: CommandSpec = {
  name: 'status',
  summary: 'show how current the tables are, what is parked, and the latest rebuild',
  about: `
Shows for every projection whether it is live, how far it is behind the log, what is parked, and the state of its latest rebuild.

With --watch it repeats this every second until Ctrl-C: in place on a terminal, otherwise (with --json an object a line)
whenever something has changed.`,
  options: [['--watch', 'repeat it until Ctrl-C']],
  examples: [
    ['The state of the tables', 'projections status'],
    ['Watch a rebuild', 'projections status --watch'],
  ],
  run: async (job, { watch = false }: { watch?: boolean }) => {
    const { database, store } = await openAll(job);
    const status = (): Promise<ProjectionStatus> => projectionStatus(database, store, new Date());
    if (watch) return watching(job, status);
    const now = await status();
    job.result({ ok: true, projections: [now] }, statusWords(now));
  },
};

/** Prints the status until the signal aborts. */
async function watching(job: Job, status: () => Promise<ProjectionStatus>): Promise<void> {
  const { shell, signal } = job;
  const redraws = shell.stdout.isTTY === true && !job.json;
  let [shown, lines] = ['', 0];
  while (!signal.aborted) {
    const now = await status();
    if (redraws) {
      const words = statusWords(now);
      // Move to the first line and clear everything below.
      shell.stdout.write(`${lines === 0 ? '' : `\u001B[${lines}A\u001B[J`}${words}\n`);
      lines = words.split('\n').length;
    } else {
      // Lag and heartbeat change every time.
      const news = JSON.stringify({ ...now, lagSeconds: 0, heardAt: null });
      if (news !== shown) job.result({ ok: true, projections: [now] }, statusWords(now));
      shown = news;
    }
    await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

const parkedCommand: CommandSpec = {
  name: 'parked',
  summary: 'list events that could not be applied, with their errors',
  about: `
Lists events that the projector could not apply, and those behind them in their streams, in the log's order: at most
${LIMITS.parkedShownMax}. Their rounds do not change in leaderboards and lists, but can still be scored. A projector tries them again when it
starts, usually with a new build that fixes the cause.`,
  examples: [['What is parked', 'projections parked']],
  run: async (job) => {
    const { database } = await openAll(job);
    const { parked, more } = await parkedEvents(database);
    const words = parked.length === 0 ? ['Nothing is parked.'] : parked.map(parkedWords);
    job.result({ ok: true, parked, more }, [...words, ...(more ? ['… and more.'] : [])].join('\n'));
  },
};

/** `projections …`: commands for the tables that are derived from the log. */
export const projectionsCommand: CommandSpec = {
  name: 'projections',
  summary: 'show, rebuild and verify the tables that are derived from the log',
  about: 'Looks after the tables that are derived from the log: leaderboards, histories, invitations.',
  commands: [statusCommand, rebuildCommand, verifyTablesCommand, parkedCommand],
};
