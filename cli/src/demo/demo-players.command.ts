import { operatorOf } from '../audit/operator.js';
import type { CommandSpec } from '../shell/command.js';
import { onDatabase } from '../shell/open.js';
import { counted } from '../shell/output.js';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, lockDemoAccounts, seedDemoAccounts } from './golfers.js';

/** `demo-players`: creates the golfers of the demo who are missing, or locks all of them out. */
export const demoPlayersCommand: CommandSpec = {
  name: 'demo-players',
  summary: 'create the golfers of the demo, or lock them out',
  options: [['--lock-out', 'lock them out, because their password is public']],
  examples: [
    ['Create those who are missing, and let those in who were locked out', 'demo-players'],
    ['Before golfers use an installation', 'demo-players --lock-out'],
  ],
  run: async (job, { lockOut = false }: { lockOut?: boolean }) => {
    const operator = operatorOf(job.shell);
    const changed = await onDatabase(job, (url) => lockDemoAccounts(url, lockOut, operator));
    if (lockOut) {
      const words = `${counted(changed, 'demo golfer')} locked out, because their password is public`;
      job.result({ ok: true, locked: changed }, words);
      return;
    }
    const created = await onDatabase(job, seedDemoAccounts);
    const words = `${created} of ${DEMO_ACCOUNTS.length} demo golfers created; ${DEMO_ACCOUNTS[0]?.email} signs in with ${DEMO_PASSWORD}`;
    job.result({ ok: true, created }, words);
  },
};
