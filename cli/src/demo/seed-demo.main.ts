import { failed, NO_DATABASE, runCommand } from '../shell/command.js';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@fairmark/api/auth/demo-accounts';
import { seedDemoAccounts } from './seed-demo.js';

/** Creates the golfers of the demo; may run again and again. */
await runCommand(async () => {
  const url = process.env.DATABASE_URL;
  if (!url) return failed(NO_DATABASE, 2);
  const created = await seedDemoAccounts(url);
  process.stdout.write(
    `${created} of ${DEMO_ACCOUNTS.length} demo golfers created; ${DEMO_ACCOUNTS[0]?.email} signs in with ${DEMO_PASSWORD}\n`,
  );
  return 0;
});
