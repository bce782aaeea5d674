import type { Register } from './shell/job.js';
import { actsCommand } from './audit/acts.command.js';
import { boardCommand } from './audit/board.command.js';
import { exportCommand } from './export.command.js';
import { verifyCommand } from './verify.command.js';
import { readsCommand } from './audit/reads.command.js';
import { roundCommand } from './audit/round.command.js';

/** `audit …`: what auditors and committees ask of the log. */
export const auditCommand: Register = (parent, run) => {
  const audit = parent
    .command('audit')
    .summary('what happened in a round, how a board stood, that nothing was altered')
    .description(
      'Answers auditors and committees from the log. Every such read is itself recorded, before anything is shown.',
    );
  const commands = [roundCommand, boardCommand, verifyCommand, exportCommand, readsCommand, actsCommand];
  for (const register of commands) register(audit, run);
};
