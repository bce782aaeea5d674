import { LIMITS } from '@fairmark/contract';
import { eventStoreAddressProblem } from '@fairmark/event-store';
import { fileVariable, readSecretFiles, SECRET_SETTINGS, type Environment } from './config-secrets.js';
import * as is from './setting-kinds.js';

/** A setting's variable, what it accepts, and the text to use if it is not set; without that text it is required. */
type Setting<Value> = readonly [name: string, kind: is.Kind<Value>, fallback?: string];

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
  databaseUrl: ['DATABASE_URL', is.address('postgres:', 'postgresql:')],
  port: ['PORT', PORT, '3000'],
  host: ['HOST', is.text, '0.0.0.0'],
  metricsHost: ['METRICS_HOST', is.text, '127.0.0.1'],
  jwtSecret: ['JWT_SECRET', is.key(32)],
  smtpUrl: ['SMTP_URL', is.address('smtp:', 'smtps:')],
  mailFrom: ['MAIL_FROM', is.sender, 'Fairmark <no-reply@fairmark.invalid>'],
  /** Address at which golfers reach the product; links in mails begin with it. */
  publicUrl: ['PUBLIC_URL', is.ownAddress, `http://localhost:${OWN_PORT}`],
  /** How long a round must be idle before golfers are reminded to sign, milliseconds. */
  remindAfterMs: ['REMIND_AFTER_MINUTES', minutes, '120'],
  maxGroupSize: ['MAX_GROUP_SIZE', is.number(groupSizeMin, groupSizeMax), String(groupSizeDefault)],
  rateLimitScale: ['RATE_LIMIT_SCALE', is.number(0.01, 1_000_000, { whole: false }), '1'],
  trustedProxies: ['TRUSTED_PROXIES', is.number(0, 10), '0'],
  logLevel: ['LOG_LEVEL', is.oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent'), 'info'],
} satisfies Record<string, Setting<unknown>>;

const OPTIONAL = {
  eventStoreUrl: ['EVENT_STORE_URL', eventStore],
  redisUrl: ['REDIS_URL', is.address('redis:', 'rediss:')],
  metricsPort: ['METRICS_PORT', PORT],
  httpsPort: ['HTTPS_PORT', PORT],
  httpsCertificate: ['HTTPS_CERTIFICATE', is.place],
  httpsKey: ['HTTPS_KEY', is.place],
  /** Absolute path of a certificate authority's certificate that phones have to trust first; `/trust` offers it. */
  httpsAuthority: ['HTTPS_AUTHORITY', is.place],
  webDir: ['WEB_DIR', is.place],
  /** Absolute path of a folder where apis of several builds share assets; without it an api serves only its own. */
  assetsDir: ['ASSETS_DIR', is.place],
  /** GraphQL address of the content service that provides adverts; without it adverts are in our own tables. */
  contentUrl: ['CONTENT_URL', is.plainAddress],
  /** Origins, besides that of `contentUrl`, from which the content service may reference pictures. */
  contentImageOrigins: ['CONTENT_IMAGE_ORIGINS', is.origins],
  anchorDir: ['ANCHOR_DIR', is.place],
  diskDirs: ['DISK_DIRS', is.places],
  anchorMailTo: ['ANCHOR_MAIL_TO', is.email],
  anchorCommand: ['ANCHOR_COMMAND', is.command],
} satisfies Record<string, Setting<unknown>>;

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
  const read = <Value>([name, kind, fallback]: Setting<Value>, optional: boolean, port = ''): Value | undefined => {
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
  const names = Object.values(SETTINGS).map(([name]) => name);
  return [...new Set([...names, ...SECRET_SETTINGS, ...SECRET_SETTINGS.map(fileVariable)])].sort();
}
