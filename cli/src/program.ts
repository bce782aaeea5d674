import { ConfigError } from '@fairmark/server';
import { Command, CommanderError } from 'commander';
import { addCommand, type CommandSpec, type Run } from './shell/command.js';
import { EXIT, Failed, HalfDone, Interrupted, messageOf, Misused, wordsOf } from './shell/failure.js';
import { Job } from './shell/job.js';
import { asCalled, productVersion, type Shell } from './shell/shell.js';

/** Every command, in the order of the help. */
const COMMANDS: Readonly<Record<string, () => Promise<CommandSpec>>> = {
  migrate: async () => (await import('./migrate/migrate.command.js')).migrateCommand,
  courses: async () => (await import('./import/import.command.js')).coursesCommand,
  sponsors: async () => (await import('./import/import.command.js')).sponsorsCommand,
  demo: async () => (await import('./demo/demo.command.js')).demoCommand,
  'demo-players': async () => (await import('./demo/golfers.command.js')).demoPlayersCommand,
  backup: async () => (await import('./backup.command.js')).backupCommand,
  restore: async () => (await import('./restore/restore.command.js')).restoreCommand,
  log: async () => (await import('./log/log.command.js')).logCommand,
  projections: async () => (await import('./projections/projections.command.js')).projectionsCommand,
  rebuild: async () => (await import('./projections/projections.command.js')).rebuildCommand,
  mails: async () => (await import('./mails/mails.command.js')).mailsCommand,
  roles: async () => (await import('./roles/roles.command.js')).rolesCommand,
  accounts: async () => (await import('./accounts/accounts.command.js')).accountsCommand,
  competitions: async () => (await import('./competitions/competitions.command.js')).competitionsCommand,
  audit: async () => (await import('./audit.command.js')).auditCommand,
};

/** Runs a command line (without node and script) and returns the exit code. */
export async function fairmark(args: readonly string[], shell: Shell): Promise<number> {
  let code: number = EXIT.ok;
  const run: Run = async (spec, options: { json?: boolean; format?: string }, given) => {
    const { json, format } = options;
    const job = new Job(shell, json === true || format === 'json' || format === 'jsonl');
    try {
      try {
        await spec.run?.(job, options, ...given);
      } finally {
        await job.close();
      }
    } catch (error) {
      code = report(error, job, spec.interrupted ?? '');
    }
  };
  try {
    const program = makeProgram(shell);
    for (const spec of await commandsFor(args)) addCommand(program, spec, run);
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  }
  return code;
}

function makeProgram(shell: Shell): Command {
  return new Command('npm run ops --')
    .description('Commands for operators of Fairmark.')
    .version(productVersion(), '--version', 'print the release')
    .helpOption('-h, --help', 'explain a command')
    .helpCommand('help [command]', 'explain a command')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => shell.stdout.write(asCalled(shell, text)),
      writeErr: (text) => shell.stderr.write(asCalled(shell, text)),
      outputError: (text, write) => write(text.replace(/^error: (.)/, (_, first: string) => first.toUpperCase())),
    })
    .showHelpAfterError('(--help explains the command)')
    .addHelpText(
      'after',
      `
"npm run ops -- COMMAND --help" explains a command and gives examples.
Commands work on the database of a running "npm start", or on the one that DATABASE_URL names; without
either, most of them work on the stopped one in the data folder (DATA_DIR).
Exit codes: 0 done, 1 failed or interrupted, 2 called wrongly.`,
    );
}

function report(thrown: unknown, job: Job, interrupted: string): number {
  const shown = reasonOf(thrown, job, interrupted);
  const words = wordsOf(shown);
  const problems = shown instanceof Failed || shown instanceof ConfigError ? shown.problems : [];
  job.failure(words, problems.length > 0 ? problems : [words], shown instanceof Failed ? shown.details : {});
  return shown instanceof Misused ? EXIT.usage : EXIT.failed;
}

/** Attributes an error to Ctrl-C or to the lost connection if either came first. */
function reasonOf(cause: unknown, { shell, lost }: Job, interrupted: string): unknown {
  if (cause instanceof Misused || cause instanceof Interrupted || cause instanceof HalfDone) return cause;
  if (shell.signal.aborted) return new Interrupted(`Interrupted. ${interrupted}`.trim(), [], { cause });
  if (lost === null) return cause;
  return new Failed(`The connection to the database was lost (${messageOf(lost)}).`, [], { cause });
}

/** The command that a command line names, or else all of them. Loading all of them would slow every start. */
function commandsFor([name = '']: readonly string[]): Promise<CommandSpec[]> {
  const named = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  return Promise.all((named === undefined ? Object.values(COMMANDS) : [named]).map((load) => load()));
}
