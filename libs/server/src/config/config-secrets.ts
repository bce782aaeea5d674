import { readFileSync, statSync } from 'node:fs';

/** What a process is started with. */
export type Environment = Record<string, string | undefined>;

/** Settings that hold a password or a key. Each may be given as a file instead: NAME_FILE holds its path. */
export const SECRET_SETTINGS = [
  'DATABASE_URL',
  'API_DATABASE_URL',
  'PROJECTOR_DATABASE_URL',
  'JWT_SECRET',
  'SMTP_URL',
  'REDIS_URL',
  'EVENT_STORE_URL',
] as const;
export type SecretSetting = (typeof SECRET_SETTINGS)[number];

const LARGEST_BYTES = 16_384;

/** What secrets' files hold, and what is wrong with them, both by the name of the setting. */
export interface Secrets {
  values: ReadonlyMap<string, string>;
  problems: ReadonlyMap<string, string>;
}

/**
 * Reads the files of secrets. Line breaks at the end belong to the file, not to the secret. A problem names the variable alone: a
 * path may be a secret that was put into the wrong variable.
 */
export function readSecretFiles(env: Environment): Secrets {
  const values = new Map<string, string>();
  const problems = new Map<string, string>();
  for (const name of SECRET_SETTINGS) {
    const variable = fileVariable(name);
    const file = env[variable];
    if (!file) continue;
    if (env[name]) {
      problems.set(name, `${name} and ${variable} are both set: set one of them`);
      continue;
    }
    try {
      values.set(name, readSecret(file));
    } catch (error) {
      problems.set(name, `${variable} ${whyNot(error)}`);
    }
  }
  return { values, problems };
}

/** Names the file of a secret. */
export function fileVariable(name: string): string {
  return `${name}_FILE`;
}

class NotASecret extends Error {}

function readSecret(file: string): string {
  const stats = statSync(file);
  // Anything else might never end, or never begin.
  if (!stats.isFile()) throw new NotASecret('names something that is not a file');
  if (stats.size > LARGEST_BYTES) throw new NotASecret(`names a file of more than ${LARGEST_BYTES} bytes`);
  const secret = readFileSync(file, 'utf8').replace(/[\r\n]+$/, '');
  if (secret === '') throw new NotASecret('names an empty file');
  return secret;
}

function whyNot(error: unknown): string {
  if (error instanceof NotASecret) return error.message;
  return `names a file that cannot be read (${(error as NodeJS.ErrnoException).code})`;
}
