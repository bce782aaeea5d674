import { readFileSync, statSync } from 'node:fs';
import { Refused } from './setting-kinds.js';

export type Environment = Record<string, string | undefined>;

/** Settings that hold a password or a key. Each may be given as a file instead, whose path is in NAME_FILE. */
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

const BYTES_MAX = 16_384;

/** Reads secret files. A problem never names the path: it may be a secret that was put into the wrong variable. */
export function readSecretFiles(env: Environment): Record<'values' | 'problems', ReadonlyMap<string, string>> {
  const values = new Map<string, string>();
  const problems = new Map<string, string>();
  for (const name of SECRET_SETTINGS) {
    const variable = fileVariable(name);
    const file = env[variable];
    if (!file) continue;
    if (env[name]) problems.set(name, `${name} and ${variable} are both set: set one of them`);
    try {
      values.set(name, readSecret(file));
    } catch (error) {
      problems.set(name, `${variable} ${problemOf(error)}`);
    }
  }
  return { values, problems };
}

/** Name of the variable that holds the path of a secret's file. */
export function fileVariable(name: string): string {
  return `${name}_FILE`;
}

function readSecret(file: string): string {
  const stats = statSync(file);
  // Reading anything else, such as a pipe or device, may block or never end.
  if (!stats.isFile()) throw new Refused('names something that is not a file');
  if (stats.size > BYTES_MAX) throw new Refused(`names a file of more than ${BYTES_MAX} bytes`);
  const secret = readFileSync(file, 'utf8').replace(/[\r\n]+$/, '');
  if (secret === '') throw new Refused('names an empty file');
  return secret;
}

function problemOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  return `names a file that cannot be read (${(error as NodeJS.ErrnoException).code})`;
}
