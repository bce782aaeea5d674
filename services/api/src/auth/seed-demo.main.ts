import { localDatabaseUrl, NO_DATABASE, reasonOf } from '../platform/local-database.js';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-accounts.js';
import { seedDemoAccounts } from './seed-demo.js';

/** Creates the golfers of the demo; may run again and again. */
try {
  const url = localDatabaseUrl(process.env);
  if (url === null) throw new Error(NO_DATABASE);
  const created = await seedDemoAccounts(url);
  process.stdout.write(
    `${created} of ${DEMO_ACCOUNTS.length} demo golfers created; ${DEMO_ACCOUNTS[0]?.email} signs in with ${DEMO_PASSWORD}\n`,
  );
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exitCode = 1;
}
