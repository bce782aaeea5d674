import { LIMITS } from '@fairmark/contract';
import { eventStoreAddressProblem } from '@fairmark/event-store';
import { fileVariable, readSecretFiles, SECRET_SETTINGS, type Environment } from './config-secrets.js';
import * as is from './setting-kinds.js';

/** A variable of the environment. */
interface Setting<Value> {
  name: string;
  kind: is.Kind<Value>;
  /** Its text where the environment has none; without one it is required. */
  fallback?: string;
}

const setting = <Value>(name: string, kind: is.Kind<Value>, fallback?: string): Setting<Value> => ({
  name,
  kind,
  fallback,
});

const PORT = is.number(1, 65_535);
/** In the default of PUBLIC_URL it stands for the port. */
const OWN_PORT = 'PORT';

/** The address of an EventStoreDB. */
const eventStore: is.Kind<string> = (value) => {
  const problem = eventStoreAddressProblem(value);
  if (problem !== null) throw new is.Refused(problem);
  return value;
};

const minutes: is.Kind<number> = (value) => 60_000 * is.number(0, 1_440)(value);

/** Settings that always have a value. */
const ALWAYS = {
  databaseUrl: setting('DATABASE_URL', is.address('postgres:', 'postgresql:')),
  port: setting('PORT', PORT, '3000'),
  host: setting('HOST', is.text, '0.0.0.0'),
  /** Address that `metricsPort` listens on: this machine alone, unless said otherwise. */
  metricsHost: setting('METRICS_HOST', is.text, '127.0.0.1'),
  jwtSecret: setting('JWT_SECRET', is.key(32)),
  smtpUrl: setting('SMTP_URL', is.address('smtp:', 'smtps:')),
  mailFrom: setting('MAIL_FROM', is.text, 'Fairmark <no-reply@fairmark.invalid>'),
  /** Where golfers reach the product: the links of mails begin with it. */
  publicUrl: setting('PUBLIC_URL', is.ownAddress, `http://localhost:${OWN_PORT}`),
  maxGroupSize: setting(
    'MAX_GROUP_SIZE',
    is.number(LIMITS.groupSizeMin, LIMITS.groupSizeMax),
    String(LIMITS.groupSizeDefault),
  ),
  /** Multiplies every rate limit; 1 is production. */
  rateLimitScale: setting('RATE_LIMIT_SCALE', is.number(0.01, 1_000_000, { whole: false }), '1'),
  /** How many proxies in front of the api may be believed about the caller's address. */
  trustedProxies: setting('TRUSTED_PROXIES', is.number(0, 10), '0'),
  logLevel: setting('LOG_LEVEL', is.oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent'), 'info'),
};

/** Settings that need not be there; an empty variable is none. */
const OPTIONAL = {
  /** Connection string of an EventStoreDB that keeps the log; without it the log is in our own database. */
  eventStoreUrl: setting('EVENT_STORE_URL', eventStore),
  /** Address of a Redis that carries jobs and limits; without it jobs are in our own database, and each process limits alone. */
  redisUrl: setting('REDIS_URL', is.address('redis:', 'rediss:')),
  /** Where Prometheus finds how the process is; without it, nowhere. */
  metricsPort: setting('METRICS_PORT', PORT),
  /** Where the api serves https beside http; without it, nowhere. */
  httpsPort: setting('HTTPS_PORT', PORT),
  /** Absolute path of the certificate with its chain, in PEM. Read again when it changes. */
  httpsCertificate: setting('HTTPS_CERTIFICATE', is.place),
  /** Absolute path of the certificate's key, in PEM. */
  httpsKey: setting('HTTPS_KEY', is.place),
  /** Absolute path of the certificate of an authority that phones have to trust first; `/trust` offers it. */
  httpsAuthority: setting('HTTPS_AUTHORITY', is.place),
  /** Absolute path of the folder of the built web client; without it the api serves no pages. */
  webDir: setting('WEB_DIR', is.place),
  /** Absolute path of a folder where the apis of several builds keep the assets of all of them; without it an api has its own alone. */
  assetsDir: setting('ASSETS_DIR', is.place),
  /** GraphQL address of the content service that is asked for adverts; without it they are in our own tables. */
  contentUrl: setting('CONTENT_URL', is.plainAddress),
  /** Origins beside that of `contentUrl` whose pictures the content service may name. */
  contentImageOrigins: setting('CONTENT_IMAGE_ORIGINS', is.origins),
  /** Absolute path of a folder that Postgres cannot write to, for anchors of the log. */
  anchorDir: setting('ANCHOR_DIR', is.place),
  /** Absolute paths of folders whose disks are watched; without it none are. */
  diskDirs: setting('DISK_DIRS', is.places),
  anchorMailTo: setting('ANCHOR_MAIL_TO', is.email),
  /** A program that reads each anchor on its standard input, and its arguments. */
  anchorCommand: setting('ANCHOR_COMMAND', is.command),
  /** How long a round is quiet before a golfer is reminded to sign, milliseconds; two hours without it. */
  remindAfterMs: setting('REMIND_AFTER_MINUTES', minutes, '120'),
};

type Values<Settings> = { [Key in keyof Settings]: Settings[Key] extends Setting<infer Value> ? Value : never };

/** Everything that the environment decides, read once at boot. */
export type Config = Values<typeof ALWAYS> & Partial<Values<typeof OPTIONAL>>;

/** All of them, by their names in the configuration. */
export const SETTINGS: Readonly<Record<keyof Config, Setting<unknown>>> = { ...ALWAYS, ...OPTIONAL };

/** Every problem of the environment at once, so that it is mended in one go. No problem repeats a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly problems: string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

/** Reads the environment of a process; when it is not usable, says so to the operator and ends the process. */
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
  const secrets = readSecretFiles(env);
  const problems = new Map(secrets.problems);
  const read = <Value>({ name, kind, fallback }: Setting<Value>, optional: boolean, port = ''): Value | undefined => {
    const text = secrets.values.get(name) ?? env[name] ?? fallback?.replace(OWN_PORT, port) ?? '';
    if (text === '' && optional && fallback === undefined) return undefined;
    try {
      return kind(text);
    } catch (error) {
      if (!(error instanceof is.Refused)) throw error;
      // One problem of each setting is enough.
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

/** What is wrong with settings that are good by themselves, by the name of the setting. */
function contradictions(config: Config): [name: string, problem: string][] {
  const { port, metricsPort, httpsPort, httpsCertificate, httpsKey } = config;
  const found: [string, string][] = [];
  if (metricsPort !== undefined && metricsPort === port) found.push(['METRICS_PORT', 'METRICS_PORT must not be PORT']);
  if (httpsPort === undefined) return found;
  if (config.trustedProxies > 0) {
    found.push([
      'TRUSTED_PROXIES',
      'TRUSTED_PROXIES must be 0 with HTTPS_PORT: its callers could choose their address',
    ]);
  }
  if (httpsPort === port) found.push(['HTTPS_PORT', 'HTTPS_PORT must not be PORT']);
  if (httpsPort === metricsPort) found.push(['HTTPS_PORT', 'HTTPS_PORT must not be METRICS_PORT']);
  if (httpsCertificate === undefined || httpsKey === undefined) {
    found.push(['HTTPS_PORT', 'HTTPS_PORT needs HTTPS_CERTIFICATE and HTTPS_KEY']);
  }
  return found;
}

/** The environment with what NAME_FILE points at under NAME. Throws a ConfigError when a file is no good. */
export function withSecretFiles(env: Environment): Environment {
  const { values, problems } = readSecretFiles(env);
  if (problems.size > 0) throw new ConfigError([...problems.values()]);
  const files = SECRET_SETTINGS.map((name) => [fileVariable(name), undefined]);
  return { ...env, ...Object.fromEntries([...files, ...values]) };
}

/** Names of everything that services read, and of what only `migrate` does. */
export function settingNames(): string[] {
  const names = Object.values(SETTINGS).map(({ name }) => name);
  return [...new Set([...names, ...SECRET_SETTINGS, ...SECRET_SETTINGS.map(fileVariable)])].sort();
}
