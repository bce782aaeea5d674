import type { CommandSpec } from '../shell/command.js';
import { parkedCommand, retryCommand } from './parked.command.js';
import { rebuildCommand } from './rebuild.command.js';
import { statusCommand } from './status.command.js';
import { verifyTablesCommand } from './verify.command.js';

/** `projections …`: the tables that are derived from the log. */
export const projectionsCommand: CommandSpec = {
  name: 'projections',
  summary: 'tables that are derived from the log: how they are, rebuild, verify, retry',
  about: 'Looks after the tables that are derived from the log: leaderboards, histories, invitations.',
  commands: [statusCommand, rebuildCommand, verifyTablesCommand, parkedCommand, retryCommand],
};
