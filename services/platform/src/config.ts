import path from 'node:path';
import { LIMITS } from '@fairmark/contract';

/** Everything that the environment decides, read once at boot. */
export interface Config {
  databaseUrl: string;
  port: number;
  /** Address to listen on. */
  host: string;
  /** Key of the access tokens, at least 32 bytes. */
  jwtSecret: Buffer;
  smtpUrl: string;
  mailFrom: string;
  /** Where golfers reach the product: the links of mails begin with it. */
  publicUrl: string;
  /** How long a round is quiet before somebody is reminded to sign, milliseconds; two hours without it. */
  remindAfterMs?: number;
  /** Absolute path of the folder of the built web client; without it the api serves no pages. */
  webDir?: string;
  /** GraphQL address of the content service that is asked for adverts; without it they are in our own tables. */
  contentUrl?: string;
  /** Origins beside that of `contentUrl` whose pictures the content service may name. */
  contentImageOrigins?: string[];
  maxGroupSize: number;
  /** Multiplies every rate limit; 1 is production. */
  rateLimitScale: number;
  /** How many proxies in front of the api may be believed about the caller's address. */
  trustedProxies: number;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
}

type Environment = Record<string, string | undefined>;

/** Every problem of the environment at once, so that it is mended in one go. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly problems: string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
const JWT_SECRET_BYTES = 32;

/** Reads the environment of a process, or tells the operator what is wrong with it and ends the process. */
export function readConfigOrExit(env: Environment): Config {
  try {
    return readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(1);
  }
}

/** Reads the environment. Throws a ConfigError that names every bad variable. */
export function readConfig(env: Environment): Config {
  const problems: string[] = [];
  const text = (name: string, fallback?: string): string => {
    const value = env[name] ?? fallback;
    if (value === undefined || value === '') problems.push(`${name} is required`);
    return value ?? '';
  };
  const url = (name: string, protocols: string[], fallback?: string): string => {
    const value = text(name, fallback);
    if (value !== '' && !(URL.canParse(value) && protocols.includes(new URL(value).protocol))) {
      problems.push(`${name} must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    }
    return value;
  };
  const number = (name: string, fallback: number, range: { min: number; max: number; whole?: boolean }): number => {
    const value = Number(env[name] ?? fallback);
    if (!(value >= range.min && value <= range.max) || (range.whole !== false && !Number.isInteger(value))) {
      problems.push(`${name} must be a number from ${range.min} to ${range.max}`);
    }
    return value;
  };
  const port = number('PORT', 3000, { min: 1, max: 65_535 });
  const publicUrl = url(
    'PUBLIC_URL',
    ['http:', 'https:'],
    URL.canParse(`http://localhost:${port}`) ? `http://localhost:${port}` : 'http://localhost',
  );
  if (/[?#]/.test(publicUrl)) problems.push('PUBLIC_URL must be an address without a query');
  const content = readContent(env, problems);
  const logLevel = LOG_LEVELS.find((level) => level === (env.LOG_LEVEL ?? 'info'));
  if (logLevel === undefined) problems.push(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}`);
  const jwtSecret = Buffer.from(text('JWT_SECRET'), 'base64');
  if (jwtSecret.length < JWT_SECRET_BYTES) {
    problems.push(`JWT_SECRET must be at least ${JWT_SECRET_BYTES} bytes in base64`);
  }
  const config: Config = {
    databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:']),
    port,
    host: text('HOST', '0.0.0.0'),
    jwtSecret,
    smtpUrl: url('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: text('MAIL_FROM', 'Fairmark <no-reply@fairmark.invalid>'),
    publicUrl: publicUrl.replace(/\/$/, ''),
    ...content,
    remindAfterMs: 60_000 * number('REMIND_AFTER_MINUTES', 120, { min: 0, max: 1_440 }),
    webDir: env.WEB_DIR ? path.resolve(env.WEB_DIR) : undefined,
    maxGroupSize: number('MAX_GROUP_SIZE', LIMITS.groupSizeDefault, {
      min: LIMITS.groupSizeMin,
      max: LIMITS.groupSizeMax,
    }),
    rateLimitScale: number('RATE_LIMIT_SCALE', 1, { min: 0.01, max: 1_000_000, whole: false }),
    trustedProxies: number('TRUSTED_PROXIES', 0, { min: 0, max: 10 }),
    logLevel: logLevel ?? 'info',
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** The content service, if there is one. */
function readContent(env: Environment, problems: string[]): Pick<Config, 'contentUrl' | 'contentImageOrigins'> {
  const contentUrl = env.CONTENT_URL || undefined;
  if (contentUrl !== undefined && !isPlainAddress(contentUrl, ['http:', 'https:'])) {
    problems.push('CONTENT_URL must be an address that begins with http:// or https:// and holds no user or password');
  }
  const origins = (env.CONTENT_IMAGE_ORIGINS ?? '')
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '');
  const bad = origins.filter(
    (origin) => !isPlainAddress(origin, ['https:']) || new URL(origin).href !== `${new URL(origin).origin}/`,
  );
  if (bad.length > 0) {
    problems.push('CONTENT_IMAGE_ORIGINS must be origins such as https://pictures.example, with commas between them');
  }
  return {
    contentUrl,
    contentImageOrigins: bad.length > 0 ? [] : origins.map((origin) => new URL(origin).origin),
  };
}

function isPlainAddress(value: string, protocols: string[]): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return protocols.includes(protocol) && username === '' && password === '';
}
