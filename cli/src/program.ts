import { Command, CommanderError } from 'commander';
import { commandsFor } from './commands.js';
import { EXIT, Failed, HalfDone, Interrupted, Misused, wordsOf } from './shell/failure.js';
import type { Job, Run } from './shell/job.js';
import { Output } from './shell/output.js';
import { progressOf } from './shell/progress.js';
import { asCalled, productVersion, type Shell } from './shell/shell.js';

/** Runs a command line (without node and script) and answers the exit code. */
export async function fairmark(args: readonly string[], shell: Shell): Promise<number> {
  let code: number = EXIT.ok;
  const run: Run = async (command, work, interrupted = '') => {
    const given = command.optsWithGlobals<{ json?: boolean; format?: string }>();
    const json = given.json === true || given.format === 'json' || given.format === 'jsonl';
    const job = { shell, output: new Output(shell, json), progress: progressOf(shell, json) };
    try {
      await work(job);
    } catch (error) {
      job.progress.stop();
      code = report(error, job, interrupted);
    } finally {
      job.progress.stop();
    }
  };
  try {
    const program = makeProgram(shell);
    for (const register of await commandsFor(args)) register(program, run);
    takeJson(program);
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  }
  return code;
}

function makeProgram(shell: Shell): Command {
  return new Command('npm run ops --')
    .description('What operators of Fairmark do by hand.')
    .version(productVersion(), '--version', 'say which release this is')
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
Commands work on the database of a running "npm start", or on the one that DATABASE_URL names; where
neither is, on the stopped one in the data folder (DATA_DIR).
Exit codes: 0 done, 1 failed or interrupted, 2 called wrongly.`,
    );
}

/** Whatever does something answers programs too; groups of commands take no arguments. */
function takeJson(command: Command): void {
  command.commands.forEach(takeJson);
  if (command.commands.length > 0 && command.registeredArguments.length === 0) return;
  command.option('--json', 'answer in JSON on stdout, and nothing else there (with npm run -s)');
}

function report(error: unknown, { shell, output }: Job, interrupted: string): number {
  if (error instanceof Misused) {
    output.failure(error.message, [error.message]);
    return EXIT.usage;
  }
  // Whatever broke after Ctrl-C broke because of it.
  const own = error instanceof Interrupted || error instanceof HalfDone || !shell.signal.aborted;
  const shown = own ? error : new Interrupted(`Interrupted. ${interrupted}`.trim(), [], { cause: error });
  const words = wordsOf(shown);
  const { problems, details } = shown instanceof Failed ? shown : new Failed(words);
  output.failure(words, problems.length > 0 ? problems : [words], details);
  return EXIT.failed;
}
