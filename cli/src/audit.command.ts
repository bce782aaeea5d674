import { boardCommand } from './audit/board.command.js';
import { actsCommand, readsCommand } from './audit/records.command.js';
import { roundCommand } from './audit/round.command.js';
import { exportCommand } from './export.command.js';
import type { CommandSpec } from './shell/command.js';
import { verifyCommand } from './verify.command.js';

/** `audit …`: the commands of auditors and committees. */
export const auditCommand: CommandSpec = {
  name: 'audit',
  summary: 'what happened in a round, how a board stood, that nothing was altered',
  about: 'Answers auditors and committees from the log. Every such read is itself recorded, before anything is shown.',
  commands: [roundCommand, boardCommand, verifyCommand, exportCommand, readsCommand, actsCommand],
};
