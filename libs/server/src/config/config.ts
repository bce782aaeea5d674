import { LIMITS } from '@fairmark/contract';
import { eventStoreAddressProblem } from '@fairmark/event-store';
import { fileVariable, readSecretFiles, SECRET_SETTINGS, type Environment } from './config-secrets.js';
import * as is from './setting-kinds.js';

interface Setting<Value> {
  name: string;
  kind: is.Kind<Value>;
  /** Text to use if the variable is not set; without a fallback the setting is required. */
  fallback?: string;
}

const setting = <Value>(name: string, kind: is.Kind<Value>, fallback?: string): Setting<Value> => ({
  name,
  kind,
  fallback,
});

const { groupSizeMin, groupSizeMax, groupSizeDefault } = LIMITS;
const PORT = is.number(1, 65_535);
const OWN_PORT = 'PORT';

const eventStore: is.Kind<string> = (value) => {
  const problem = eventStoreAddressProblem(value);
  if (problem !== null) throw new is.Refused(problem);
  return value;
};

const minutes: is.Kind<number> = (value) => 60_000 * is.number(0, 1_440)(value);

const ALWAYS = {
  databaseUrl: setting('DATABASE_URL', is.address('postgres:', 'postgresql:')),
  port: setting('PORT', PORT, '3000'),
  host: setting('HOST', is.text, '0.0.0.0'),
  metricsHost: setting('METRICS_HOST', is.text, '127.0.0.1'),
  jwtSecret: setting('JWT_SECRET', is.key(32)),
  smtpUrl: setting('SMTP_URL', is.address('smtp:', 'smtps:')),
  mailFrom: setting('MAIL_FROM', is.sender, 'Fairmark <no-reply@fairmark.invalid>'),
  /** Address at which golfers reach the product; links in mails begin with it. */
  publicUrl: setting('PUBLIC_URL', is.ownAddress, `http://localhost:${OWN_PORT}`),
  /** How long a round must be idle before golfers are reminded to sign, milliseconds. */
  remindAfterMs: setting('REMIND_AFTER_MINUTES', minutes, '120'),
  maxGroupSize: setting('MAX_GROUP_SIZE', is.number(groupSizeMin, groupSizeMax), String(groupSizeDefault)),
  rateLimitScale: setting('RATE_LIMIT_SCALE', is.number(0.01, 1_000_000, { whole: false }), '1'),
  trustedProxies: setting('TRUSTED_PROXIES', is.number(0, 10), '0'),
  logLevel: setting('LOG_LEVEL', is.oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent'), 'info'),
};

const OPTIONAL = {
  eventStoreUrl: setting('EVENT_STORE_URL', eventStore),
  redisUrl: setting('REDIS_URL', is.address('redis:', 'rediss:')),
  metricsPort: setting('METRICS_PORT', PORT),
  httpsPort: setting('HTTPS_PORT', PORT),
  httpsCertificate: setting('HTTPS_CERTIFICATE', is.place),
  httpsKey: setting('HTTPS_KEY', is.place),
  /** Absolute path of a certificate authority's certificate that phones have to trust first; `/trust` offers it. */
  httpsAuthority: setting('HTTPS_AUTHORITY', is.place),
  webDir: setting('WEB_DIR', is.place),
  /** Absolute path of a folder where apis of several builds share assets; without it an api serves only its own. */
  assetsDir: setting('ASSETS_DIR', is.place),
  /** GraphQL address of the content service that provides adverts; without it adverts are in our own tables. */
  contentUrl: setting('CONTENT_URL', is.plainAddress),
  /** Origins, besides that of `contentUrl`, from which the content service may reference pictures. */
  contentImageOrigins: setting('CONTENT_IMAGE_ORIGINS', is.origins),
  anchorDir: setting('ANCHOR_DIR', is.place),
  diskDirs: setting('DISK_DIRS', is.places),
  anchorMailTo: setting('ANCHOR_MAIL_TO', is.email),
  anchorCommand: setting('ANCHOR_COMMAND', is.command),
};

type Values<Settings> = { [Key in keyof Settings]: Settings[Key] extends Setting<infer Value> ? Value : never };

/** All settings, read once from the environment at start. */
export type Config = Values<typeof ALWAYS> & Partial<Values<typeof OPTIONAL>>;

export const SETTINGS: Readonly<Record<keyof Config, Setting<unknown>>> = { ...ALWAYS, ...OPTIONAL };

/** Lists every problem of the environment, so that all can be fixed together. Messages never contain a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly problems: string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

/** Reads the environment; if it is invalid, prints the problems and exits. */
export function readConfigOrExit(env: Environment): Config {
  try {
    return readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(1);
  }
}

/** Reads the environment; an empty variable counts as unset. @throws ConfigError naming every invalid variable */
export function readConfig(env: Environment): Config {
  const secrets = readSecretFiles(env);
  const problems = new Map(secrets.problems);
  const read = <Value>({ name, kind, fallback }: Setting<Value>, optional: boolean, port = ''): Value | undefined => {
    const text = (secrets.values.get(name) ?? env[name]) || (fallback?.replace(OWN_PORT, port) ?? '');
    if (text === '' && optional) return undefined;
    try {
      return kind(text);
    } catch (error) {
      if (!(error instanceof is.Refused)) throw error;
      if (!problems.has(name)) problems.set(name, `${name} ${error.message}`);
      return undefined;
    }
  };
  const port = read(ALWAYS.port, false);
  const config = Object.fromEntries(
    Object.entries(SETTINGS).map(([key, setting]) => [key, read(setting, key in OPTIONAL, String(port ?? 3000))]),
  ) as Config;
  for (const [name, problem] of contradictions(config)) problems.set(name, problem);
  if (problems.size > 0) throw new ConfigError([...problems.values()]);
  return config;
}

function contradictions(config: Config): [name: string, problem: string][] {
  const { port, metricsPort, httpsPort, httpsCertificate, httpsKey, trustedProxies } = config;
  const https = httpsPort !== undefined;
  const isWithoutFiles = httpsCertificate === undefined || httpsKey === undefined;
  const rules: [isBroken: boolean, name: string, problem: string][] = [
    [metricsPort !== undefined && metricsPort === port, 'METRICS_PORT', 'must not be PORT'],
    [
      https && trustedProxies > 0,
      'TRUSTED_PROXIES',
      'must be 0 with HTTPS_PORT: its callers could choose their address',
    ],
    [https && httpsPort === port, 'HTTPS_PORT', 'must not be PORT'],
    [https && httpsPort === metricsPort, 'HTTPS_PORT', 'must not be METRICS_PORT'],
    [https && isWithoutFiles, 'HTTPS_PORT', 'needs HTTPS_CERTIFICATE and HTTPS_KEY'],
  ];
  return rules.filter(([isBroken]) => isBroken).map(([, name, problem]) => [name, `${name} ${problem}`]);
}

/** The environment with each NAME_FILE replaced by its content as NAME. @throws ConfigError if a file is unusable */
export function withSecretFiles(env: Environment): Environment {
  const { values, problems } = readSecretFiles(env);
  if (problems.size > 0) throw new ConfigError([...problems.values()]);
  const files = SECRET_SETTINGS.map((name) => [fileVariable(name), undefined]);
  return { ...env, ...Object.fromEntries([...files, ...values]) };
}

/** Names of all variables that the services or `migrate` read. */
export function settingNames(): string[] {
  const names = Object.values(SETTINGS).map(({ name }) => name);
  return [...new Set([...names, ...SECRET_SETTINGS, ...SECRET_SETTINGS.map(fileVariable)])].sort();
}
