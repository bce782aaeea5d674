import { types } from 'node:util';
import { pino, type Logger } from 'pino';
import { logToStandardOutput } from './log-destination.js';

/** Names whose values may never reach a log, wherever they stand in an object and however they are spelled. */
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
/** What lies deeper is left out. */
const DEEPEST = 8;

/** Not a path: no slash on either side of the sign. */
const EMAIL = /[^\s"'<>()=:,;/]+@[^\s"'<>()=:,;/]+/g;
/** A JSON Web Token: three parts, the first of which is an object in base64url. */
const ACCESS_TOKEN = /eyJ[\w-]+\.[\w-]+\.[\w-]*/g;
const CREDENTIALS_IN_URL = /\/\/[^\s/@]+:[^\s/@]*@/g;
const TOKEN_IN_URL = /([?&]token=)[^\s&"']+/g;

/**
 * Structured logs, one JSON object a line on standard output, without secrets and without personal data: known names are
 * redacted at any depth, and errors keep only their type, code, message and stack, with addresses and tokens taken out. (A database
 * error carries the query's values.)
 */
export function createLogger(name: string, level: string, destination = logToStandardOutput(name)): Logger {
  const options = {
    name,
    level,
    base: { name },
    serializers: { err: safeError },
    formatters: { log: safeLine },
  };
  return pino(options, destination);
}

/** What a line holds, without the values of telling names. An `err` is the serializer's. */
function safeLine({ err, ...line }: Record<string, unknown>): Record<string, unknown> {
  return { ...safeFields(line, new Map(), 0), err };
}

function safeFields(fields: object, copies: Copies, depth: number): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  copies.set(fields, copy);
  for (const [key, value] of Object.entries(fields)) {
    const name = key.toLowerCase().replace(/[-_]/g, '');
    copy[key] = SECRETS.has(name) ? CENSOR : safeValue(value, copies, depth + 1);
  }
  return copy;
}

/** The copies made so far: an object that is met again, as in a cycle, is not walked again. */
type Copies = Map<object, unknown>;

function safeValue(value: unknown, copies: Copies, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  // By its nature too: an error of another realm has another prototype.
  if (value instanceof Error || types.isNativeError(value)) return safeError(value);
  if (copies.has(value)) return copies.get(value);
  if (depth > DEEPEST) return '[too deep]';
  if ('toJSON' in value && typeof value.toJSON === 'function') return safeValue(value.toJSON(), copies, depth + 1);
  if (!Array.isArray(value)) return safeFields(value, copies, depth);
  const copy: unknown[] = [];
  copies.set(value, copy);
  for (const item of value) copy.push(safeValue(item, copies, depth + 1));
  return copy;
}

/** A text without what a log must not hold. */
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

/** Libraries throw errors that are none by their prototype. */
function isErrorLike(value: unknown): value is Error {
  return typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string';
}

export type { Logger };
