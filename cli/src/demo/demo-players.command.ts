import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@fairmark/api/auth/demo-accounts';
import type { Command } from 'commander';
import { onDatabase } from '../shell/database.js';
import { examples, type Register } from '../shell/job.js';
import { seedDemoAccounts } from './seed-demo.js';

/** `demo-players`: creates the golfers of the demo; may run again and again. */
export const demoPlayersCommand: Register = (parent, run) => {
  parent
    .command('demo-players')
    .summary('create the golfers of the demo')
    .addHelpText('after', examples(['Create those who are missing', 'demo-players']))
    .action((_options: object, command: Command) =>
      run(command, async ({ shell, output }) => {
        const created = await onDatabase(shell, seedDemoAccounts);
        output.result(
          { ok: true, created },
          `${created} of ${DEMO_ACCOUNTS.length} demo golfers created; ${DEMO_ACCOUNTS[0]?.email} signs in with ${DEMO_PASSWORD}`,
        );
      }),
    );
};
