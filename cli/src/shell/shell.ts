import { existsSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { tellSupervisor, withSecretFiles, type SecretSetting } from '@fairmark/server';
import { codeOf, Misused, wordsOf } from './failure.js';

/** A stream to write to, and whether it is a terminal. */
export interface Screen {
  write(text: string): unknown;
  isTTY?: boolean;
}

/** The process as commands see it. */
export interface Shell {
  env: Readonly<Record<string, string | undefined>>;
  /** For results only. */
  stdout: Screen;
  /** For progress and errors. */
  stderr: Screen;
  /** The operator's working directory, to which paths are relative. */
  cwd: string;
  /** Aborts when the operator interrupts the command. */
  signal: AbortSignal;
  /** Lowers the priority of this process. */
  stepBack?: () => void;
  /** Prints words on the terminal of `npm start`, after the name of this process. */
  tell?: (words: string) => void;
}

/** This process as a shell. Ctrl-C, SIGTERM and SIGHUP abort its signal; a second one ends the process immediately. */
export function processShell(): Shell {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (ending.signal.aborted) process.exit(1);
      process.stderr.write('Stopping. A second Ctrl-C stops this at once.\n');
      ending.abort();
    });
  }
  process.stdout.on('error', (error) => {
    // A reader may close the pipe early, as `head` does.
    if (codeOf(error) === 'EPIPE') return;
    process.stderr.write(`${wordsOf(error)}\n`);
    process.exit(1);
  });
  // npm runs scripts in the project's folder and passes the folder in which it was called in INIT_CWD.
  const cwd = process.env.INIT_CWD ?? process.cwd();
  const { env, stdout, stderr } = process;
  return { env, stdout, stderr, cwd, signal: ending.signal, stepBack, tell: tellSupervisor };
}

function stepBack(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // Not permitted on this machine: keep the normal priority.
  }
}

/** Resolves a path as the operator wrote it. */
export function resolvePath(shell: Shell, given: string): string {
  return path.resolve(shell.cwd, given);
}

/** The data folder of `npm start`: DATA_DIR, or else .data in the clone. */
export function dataFolder({ env }: Pick<Shell, 'env'>): string {
  return path.resolve(env.DATA_DIR || fileURLToPath(new URL('../../../.data', import.meta.url)));
}

/** A setting of the environment, or the content of the file in NAME_FILE, if any. Throws `ConfigError`. */
export function setting(shell: Shell, name: SecretSetting): string | undefined {
  return withSecretFiles(shell.env)[name] || undefined;
}

/** Checks an address of a database. Throws `Misused`, which does not quote it. */
export function databaseAddress(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol)) {
    throw new Misused('DATABASE_URL must be an address that begins with postgres://');
  }
  return given;
}

export function productVersion(): string {
  // The sources and the compiled files are at the same depth.
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** Release and build. Many builds have the number of one release, and may word the same round differently. */
export function buildVersion(): string {
  const file = fileURLToPath(new URL('../../../dist/build', import.meta.url));
  return `${productVersion()}+${existsSync(file) ? readFileSync(file, 'utf8').slice(0, 12) : ''}`;
}

/** Calls of the command line in this repository, as texts write them. */
const CALLED = /npm run (?:ops --|(?=(?:rebuild|migrate)\b))/g;

/** Rewrites the commands in a text to how they are called here: in the images they have another name. */
export function asCalled(shell: Pick<Shell, 'env'>, text: string): string {
  const name = shell.env.FAIRMARK_COMMAND;
  return name ? text.replaceAll(CALLED, (called) => (called.endsWith('--') ? name : `${name} `)) : text;
}
