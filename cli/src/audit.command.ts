import { boardCommand } from './audit/board.command.js';
import { actsCommand, readsCommand } from './audit/records.command.js';
import { roundCommand } from './audit/round.command.js';
import { exportCommand } from './export.command.js';
import type { CommandSpec } from './shell/command.js';
import { verifyCommand } from './verify.command.js';

/** `audit …`: the commands of auditors and committees. */
export const auditCommand: CommandSpec = {
  name: 'audit',
  summary: 'show what happened in a round or on a board, and prove that nothing was altered',
  about: 'Answers questions of auditors and committees from the log. Every read is recorded before anything is shown.',
  commands: [roundCommand, boardCommand, verifyCommand, exportCommand, readsCommand, actsCommand],
};
