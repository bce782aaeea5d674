import type { Register } from './shell/job.js';
import { accountsCommand } from './accounts/accounts.command.js';
import { auditCommand } from './audit.command.js';
import { backupCommand } from './backup/backup.command.js';
import { competitionsCommand } from './competitions/competitions.command.js';
import { logCommand } from './log/log.command.js';
import { mailsCommand } from './mails/mails.command.js';
import { projectionsCommand } from './projections/projections.command.js';
import { restoreCommand } from './restore/restore.command.js';
import { rolesCommand } from './roles/roles.command.js';

/** Every command, in the order of the help. */
export const COMMANDS: readonly Register[] = [
  backupCommand,
  restoreCommand,
  logCommand,
  projectionsCommand,
  mailsCommand,
  rolesCommand,
  accountsCommand,
  competitionsCommand,
  auditCommand,
];
