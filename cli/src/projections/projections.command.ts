import { LIMITS } from '@fairmark/contract';
import { parkedEvents, projectionStatus } from '@fairmark/read-models';
import type { CommandSpec } from '../shell/command.js';
import { openAll } from '../shell/open.js';
import { rebuildCommand, verifyTablesCommand } from './rebuild.command.js';
import { parkedWords, statusWords } from './words.js';

const statusCommand: CommandSpec = {
  name: 'status',
  summary: 'show how current the tables are, what is parked, and the latest rebuild',
  about:
    'Shows for every projection whether it is live, how far it is behind the log, what is parked, and the state of its latest rebuild.',
  examples: [['The state of the tables', 'projections status']],
  run: async (job) => {
    const { database, store } = await openAll(job);
    const now = await projectionStatus(database, store, new Date());
    job.result({ ok: true, projections: [now] }, statusWords(now));
  },
};

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
