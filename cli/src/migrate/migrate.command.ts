import { migrate, type ServiceAddresses } from '@fairmark/read-models';
import type { CommandSpec } from '../shell/command.js';
import { Misused } from '../shell/failure.js';
import { onDatabase } from '../shell/open.js';
import { setting, type Shell } from '../shell/shell.js';

/** `migrate`: the only command that changes the schemas of a database with data. */
export const migrateCommand: CommandSpec = {
  name: 'migrate',
  summary: "bring the database of DATABASE_URL up to this build's schemas",
  about: `
Brings the database of DATABASE_URL up to this build's schemas. npm start does this itself.

With API_DATABASE_URL and PROJECTOR_DATABASE_URL it also creates the accounts in these addresses, sets their passwords, and grants them
the rights that the services need: start each with its address as DATABASE_URL. The account of DATABASE_URL must be allowed to create
accounts.`,
  examples: [['Before a restore into an empty database', 'migrate']],
  run: async (job) => {
    const setBack = job.shell.env.SET_BACK === 'on';
    const services = serviceAddresses(job.shell);
    await onDatabase(job, (url) => migrate(url, { setBack, services }));
    job.result({}, "The database has this build's schemas.");
  },
};

function serviceAddresses(shell: Shell): ServiceAddresses | null {
  const [api, projector] = [setting(shell, 'API_DATABASE_URL'), setting(shell, 'PROJECTOR_DATABASE_URL')];
  if (api === undefined && projector === undefined) return null;
  if (api !== undefined && projector !== undefined) return { api, projector };
  throw new Misused('Set both API_DATABASE_URL and PROJECTOR_DATABASE_URL, or neither.');
}
