import type { Register } from '../cli/job.js';
import { actsCommand } from './acts.command.js';
import { boardCommand } from './board.command.js';
import { exportCommand } from '../proof/export.command.js';
import { verifyCommand } from '../proof/verify.command.js';
import { readsCommand } from './reads.command.js';
import { roundCommand } from './round.command.js';

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
