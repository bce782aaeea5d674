import type { Register } from './cli/job.js';
import { backupCommand } from './backup/backup.command.js';
import { logCommand } from './log/log.command.js';
import { restoreCommand } from './restore/restore.command.js';

/** Every command, in the order of the help. */
export const COMMANDS: readonly Register[] = [backupCommand, restoreCommand, logCommand];
