/** Brings the database of DATABASE_URL up to this build's schemas. The only command that changes a schema. */
import { migrate, MigrationBlocked, WrittenByLaterBuild } from '@fairmark/read-models';

const url = process.env.DATABASE_URL;
if (url === undefined) {
  console.error('DATABASE_URL is required');
  process.exit(2);
}
try {
  await migrate(url, { setBack: process.env.SET_BACK === 'on' });
} catch (error) {
  const known = error instanceof MigrationBlocked || error instanceof WrittenByLaterBuild;
  console.error(known ? error.message : error);
  process.exit(1);
}
console.log("The database has this build's schemas.");
