import { LIMITS } from '@fairmark/contract';
import { eventStoreAddressProblem } from '@fairmark/event-store';
import { readAnchors, type AnchorConfig } from './config-anchors.js';
import { readContent } from './config-content.js';
import { EnvironmentReader } from './config-reader.js';
import { fileVariable, readSecretFiles, SECRET_SETTINGS, type Environment } from './config-secrets.js';

/** Everything that the environment decides, read once at boot. */
export interface Config extends AnchorConfig {
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
  /** Connection string of an EventStoreDB that keeps the log; without it the log is in our own database. */
  eventStoreUrl?: string;
  /** Address of a Redis that carries jobs and limits; without it jobs are in our own database, and each process limits alone. */
  redisUrl?: string;
  /** How long a round is quiet before somebody is reminded to sign, milliseconds; two hours without it. */
  remindAfterMs?: number;
  /** Where the process tells Prometheus how it is; without it, it does not. */
  metricsPort?: number;
  /** Absolute path of the folder of the built web client; without it the api serves no pages. */
  webDir?: string;
  /** Absolute path of a folder where the apis of several builds keep the assets of all of them; without it an api has its own alone. */
  assetsDir?: string;
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

/** Every problem of the environment at once, so that it is mended in one go. No problem repeats a value. */
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
  const from = new EnvironmentReader(env, readSecretFiles(env));
  const port = from.number('PORT', { fallback: 3000, min: 1, max: 65_535 });
  const config: Config = {
    databaseUrl: from.address('DATABASE_URL', { protocols: ['postgres:', 'postgresql:'] }),
    port,
    host: from.text('HOST', '0.0.0.0'),
    jwtSecret: readKey(from),
    smtpUrl: from.address('SMTP_URL', { protocols: ['smtp:', 'smtps:'] }),
    mailFrom: from.text('MAIL_FROM', 'Fairmark <no-reply@fairmark.invalid>'),
    publicUrl: readPublicUrl(from, port),
    eventStoreUrl: readEventStore(from),
    redisUrl: from.optional('REDIS_URL') ? from.address('REDIS_URL', { protocols: ['redis:', 'rediss:'] }) : undefined,
    ...readContent(from),
    ...readAnchors(from),
    remindAfterMs: 60_000 * from.number('REMIND_AFTER_MINUTES', { fallback: 120, min: 0, max: 1_440 }),
    metricsPort: readMetricsPort(from, port),
    webDir: from.folder('WEB_DIR'),
    assetsDir: from.folder('ASSETS_DIR'),
    maxGroupSize: from.number('MAX_GROUP_SIZE', {
      fallback: LIMITS.groupSizeDefault,
      min: LIMITS.groupSizeMin,
      max: LIMITS.groupSizeMax,
    }),
    rateLimitScale: from.number('RATE_LIMIT_SCALE', { fallback: 1, min: 0.01, max: 1_000_000, whole: false }),
    trustedProxies: from.number('TRUSTED_PROXIES', { fallback: 0, min: 0, max: 10 }),
    logLevel: from.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
  };
  if (from.problems.length > 0) throw new ConfigError(from.problems);
  return config;
}

/**
 * The environment with what NAME_FILE points at under NAME, for commands that read one or two settings themselves. Throws a
 * ConfigError when a file is no good.
 */
export function withSecretFiles(env: Environment): Environment {
  const { values, problems } = readSecretFiles(env);
  if (problems.size > 0) throw new ConfigError([...problems.values()]);
  const files = SECRET_SETTINGS.map((name) => [fileVariable(name), undefined]);
  return { ...env, ...Object.fromEntries([...files, ...values]) };
}

/** Names of everything that `readConfig` asks the environment for: reading is the list. */
export function settingNames(): string[] {
  const names = new Set<string>();
  const asked = new Proxy<Environment>({}, { get: (_, name) => void names.add(String(name)) });
  try {
    readConfig(asked);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
  }
  return [...names].sort();
}

function readKey(from: EnvironmentReader): Buffer {
  const key = Buffer.from(from.text('JWT_SECRET'), 'base64');
  if (key.length < JWT_SECRET_BYTES) from.refuse('JWT_SECRET', `must be at least ${JWT_SECRET_BYTES} bytes in base64`);
  return key;
}

function readMetricsPort(from: EnvironmentReader, port: number): number | undefined {
  if (from.optional('METRICS_PORT') === undefined) return undefined;
  const metricsPort = from.number('METRICS_PORT', { fallback: 0, min: 1, max: 65_535 });
  if (metricsPort === port) from.refuse('METRICS_PORT', 'must not be PORT');
  return metricsPort;
}

function readPublicUrl(from: EnvironmentReader, port: number): string {
  const own = `http://localhost:${port}`;
  const fallback = URL.canParse(own) ? own : 'http://localhost';
  const url = from.address('PUBLIC_URL', { protocols: ['http:', 'https:'], fallback });
  if (/[?#]/.test(url)) from.refuse('PUBLIC_URL', 'must be an address without a query');
  return url.replace(/\/$/, '');
}

function readEventStore(from: EnvironmentReader): string | undefined {
  const value = from.optional('EVENT_STORE_URL');
  const problem = value === undefined ? null : eventStoreAddressProblem(value);
  if (problem !== null) from.refuse('EVENT_STORE_URL', problem);
  return value;
}
