import { ConfigError, withoutSecrets } from '@fairmark/server';
import { StoreUnavailable } from '@fairmark/event-store';

/** Exit codes: 0 done, 1 failed or interrupted, 2 called wrongly. */
export const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

/** The command failed. The message is for its operator: whole sentences that say what to do next. */
export class Failed extends Error {
  override readonly name: string = 'Failed';

  /** `problems`: everything that is wrong, for programs; `details`: further properties of their result. */
  constructor(
    message: string,
    readonly problems: readonly string[] = [],
    options?: ErrorOptions,
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message, options);
  }
}

/** The command was called in a way that cannot work, regardless of the data: exit code 2. */
export class Misused extends Error {
  override readonly name = 'Misused';
}

/** Ctrl-C was pressed, or the machine is stopping. The message describes the state of the work. */
export class Interrupted extends Failed {
  override readonly name = 'Interrupted';
}

/** A part of the work is done permanently, the rest is not. The message says which part, even after Ctrl-C. */
export class HalfDone extends Failed {
  override readonly name = 'HalfDone';
}

const NOT_MIGRATED = 'The database lacks a table of this build: create it first (npm run migrate).';
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The database does not answer at its address.',
  ENOTFOUND: 'The host of the database is unknown.',
  ETIMEDOUT: 'The database does not answer.',
  ECONNRESET: 'The connection to the database was lost.',
  ENOENT: 'There is no such file or folder.',
  EEXIST: 'There is such a file already: name another.',
  EISDIR: 'This is a folder, not a file.',
  ENOSPC: 'The disk is full.',
  EACCES: 'This account lacks permission to do that with the file.',
  EPERM: 'This account lacks permission to do that with the file.',
  EROFS: 'The disk is read-only.',
  '28P01': 'The database refuses the password in its address.',
  '28000': 'The database does not accept this account.',
  '3D000': 'There is no such database.',
  '3F000': NOT_MIGRATED,
  '42P01': NOT_MIGRATED,
  '42501': "This database account lacks permission: use the one that migrates, which owns Fairmark's tables.",
  '53100': 'The disk of the database is full.',
  '55P03': 'Another session holds a lock that this command needs. End it and try again.',
  '57P01': 'The database was shut down.',
  '57P03': 'The database is starting up or shutting down. Try again in a moment.',
};

/** The code of an error of the system, of zlib or of Postgres; empty for others. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

/** The message of an error, without passwords. */
export function messageOf(error: unknown): string {
  const said = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  return withoutSecrets(String(said));
}

/** Why a command failed, in words and without passwords. */
export function wordsOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return wordsOf(error.errors[0]);
  if (error instanceof Failed || error instanceof Misused || error instanceof ConfigError) return error.message;
  if (error instanceof StoreUnavailable && error.cause !== undefined) {
    return `${error.message}. ${wordsOf(error.cause)}`;
  }
  const reason = REASONS[codeOf(error)];
  const said = messageOf(error);
  return reason === undefined ? said : `${reason}${said === '' ? '' : ` (${said})`}`;
}
