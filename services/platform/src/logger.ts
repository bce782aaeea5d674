import { pino, type DestinationStream, type Logger } from 'pino';

/** Names whose values may never reach a log, wherever they stand in an object. */
const SECRETS = [
  'authorization',
  'token',
  'password',
  'email',
  'cookie',
  'linkToken',
  'passwordHash',
  'golflinkNumber',
];

/** Not a path: no slash on either side of the sign. */
const EMAIL = /[^\s"'<>()=:,;/]+@[^\s"'<>()=:,;/]+/g;
/** A JSON Web Token: three parts, the first of which is an object in base64url. */
const ACCESS_TOKEN = /eyJ[\w-]+\.[\w-]+\.[\w-]*/g;
const CREDENTIALS_IN_URL = /\/\/[^\s/@]+:[^\s/@]*@/g;
const TOKEN_IN_URL = /([?&]token=)[^\s&"']+/g;

/**
 * Structured logs, one JSON object a line on standard output, without secrets and without personal data: known names are
 * redacted, and errors keep only their type, code, message and stack, with addresses and tokens taken out. (A database
 * error carries the query's values.)
 */
export function createLogger(name: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    name,
    level,
    base: { name },
    serializers: { err: safeError },
    redact: { paths: SECRETS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
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
