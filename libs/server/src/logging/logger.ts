import { pino, type Logger } from 'pino';
import { logToStandardOutput } from './log-destination.js';

/** Field names whose values must never be logged, at any depth, in lower case without separators. */
const SECRETS = new Set([
  'authorization',
  'token',
  'password',
  'email',
  'cookie',
  'setcookie',
  'linktoken',
  'passwordhash',
  'golflinknumber',
]);
const CENSOR = '[redacted]';
const MAX_DEPTH = 8;

/** Excludes slashes around the @, so that paths do not match. Begins where a word does: each is read once. */
const EMAIL = /(?<![^\s"'<>()=:,;/])[^\s"'<>()=:,;/]+@[^\s"'<>()=:,;/]+/g;
/** A JSON Web Token: three parts, of which the first is a base64url-encoded object. */
const ACCESS_TOKEN = /eyJ[\w-]+\.[\w-]+\.[\w-]*/g;
const CREDENTIALS_IN_URL = /\/\/[^\s/@]+:[^\s/@]*@/g;
const TOKEN_IN_URL = /([?&]token=)[^\s&"']+/g;

/**
 * A logger of JSON lines without secrets or personal data: known fields are redacted at any depth, and of errors
 * addresses and tokens; they keep no other fields, since a database error has the query's values.
 */
export function createLogger(name: string, level: string, destination = logToStandardOutput(name)): Logger {
  const options = {
    level,
    base: { name },
    serializers: { err: safeError },
    formatters: { log: safeLine },
  };
  return pino(options, destination);
}

function safeLine({ err, ...line }: Record<string, unknown>): Record<string, unknown> {
  return Object.assign({}, safeValue(line, new Map(), 0), { err });
}

/** A copy without secrets. `copies`: those made so far, so that shared and cyclic objects are copied once. */
function safeValue(value: unknown, copies: Map<object, unknown>, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return safeError(value);
  if (copies.has(value)) return copies.get(value);
  if (depth > MAX_DEPTH) return '[too deep]';
  if ('toJSON' in value && typeof value.toJSON === 'function') return safeValue(value.toJSON(), copies, depth + 1);
  if (Array.isArray(value)) return value.map((item: unknown) => safeValue(item, copies, depth + 1));
  const copy: Record<string, unknown> = {};
  copies.set(value, copy);
  for (const [key, field] of Object.entries(value)) {
    const name = key.toLowerCase().replace(/[-_]/g, '');
    copy[key] = SECRETS.has(name) ? CENSOR : safeValue(field, copies, depth + 1);
  }
  return copy;
}

/** Redacts credentials, tokens and email addresses in a text. */
export function withoutSecrets(text: string): string {
  return text
    .replaceAll(CREDENTIALS_IN_URL, '//[redacted]@')
    .replaceAll(TOKEN_IN_URL, '$1[redacted]')
    .replaceAll(ACCESS_TOKEN, '[redacted]')
    .replaceAll(EMAIL, '[redacted]');
}

const MAX_CAUSES = 3;

function safeError(error: unknown, depth = 0): unknown {
  if (!isErrorLike(error)) return typeof error === 'string' ? withoutSecrets(error) : typeof error;
  const { cause } = error;
  return {
    type: error.name,
    code: 'code' in error ? error.code : undefined,
    constraint: 'constraint' in error ? error.constraint : undefined,
    message: withoutSecrets(error.message),
    stack: withoutSecrets(error.stack ?? ''),
    cause: cause === undefined || depth >= MAX_CAUSES ? undefined : safeError(cause, depth + 1),
  };
}

/** Some libraries throw errors that do not inherit from `Error`. */
function isErrorLike(value: unknown): value is Error {
  return typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string';
}

export type { Logger };
