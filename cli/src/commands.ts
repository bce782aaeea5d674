import type { CommandSpec } from './shell/command.js';

/** Every command, in the order of the help. */
const COMMANDS: Readonly<Record<string, () => Promise<CommandSpec>>> = {
  migrate: async () => (await import('./migrate/migrate.command.js')).migrateCommand,
  courses: async () => (await import('./import/import.command.js')).coursesCommand,
  sponsors: async () => (await import('./import/import.command.js')).sponsorsCommand,
  demo: async () => (await import('./demo/demo.command.js')).demoCommand,
  'demo-players': async () => (await import('./demo/demo.command.js')).demoPlayersCommand,
  backup: async () => (await import('./backup.command.js')).backupCommand,
  restore: async () => (await import('./restore/restore.command.js')).restoreCommand,
  log: async () => (await import('./log/log.command.js')).logCommand,
  projections: async () => (await import('./projections/projections.command.js')).projectionsCommand,
  rebuild: async () => (await import('./projections/rebuild.command.js')).rebuildCommand,
  mails: async () => (await import('./mails/mails.command.js')).mailsCommand,
  roles: async () => (await import('./roles/roles.command.js')).rolesCommand,
  accounts: async () => (await import('./accounts/accounts.command.js')).accountsCommand,
  competitions: async () => (await import('./competitions/competitions.command.js')).competitionsCommand,
  audit: async () => (await import('./audit.command.js')).auditCommand,
};

/** The command that a command line names, or else all of them. Loading all of them would slow every start. */
export function commandsFor([name = '']: readonly string[]): Promise<CommandSpec[]> {
  const named = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  return Promise.all((named === undefined ? Object.values(COMMANDS) : [named]).map((load) => load()));
}
