import type { Register } from '../shell/job.js';
import { parkedCommand } from './parked.command.js';
import { rebuildCommand } from './rebuild.command.js';
import { retryCommand } from './retry.command.js';
import { statusCommand } from './status.command.js';
import { verifyTablesCommand } from './verify.command.js';

/** `projections …`: the tables that are derived from the log. */
export const projectionsCommand: Register = (parent, run) => {
  const projections = parent
    .command('projections')
    .summary('tables that are derived from the log: how they are, rebuild, verify, retry')
    .description('Looks after the tables that are derived from the log: leaderboards, histories, invitations.');
  for (const register of [statusCommand, rebuildCommand, verifyTablesCommand, parkedCommand, retryCommand]) {
    register(projections, run);
  }
};
