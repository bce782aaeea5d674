import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError, readConfig } from '@fairmark/server/config/config';
import * as is from '@fairmark/server/config/setting-kinds';
import { readAuthority, readServerCertificate, type CertificateFiles } from '@fairmark/server/https/certificate-files';
import { LOCAL } from '../system/free-port.js';
import { StartProblem } from '../system/problem.js';
import { replaceFile } from '../system/replace-file.js';

/** The folder of this clone. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

/** Offset of the https port: 3443 for 3000. */
const HTTPS_FROM_PORT = 443;

/** The start was stopped before it had finished. This is not a failure. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** The settings of a start. The services read all others themselves. */
export type StartSettings = ReturnType<typeof readSettings>;

/** A port, and the address to listen on. A requested port (`asked`) must be free; a default gives way to a free one. */
export interface PortWish {
  variable: string;
  port: number;
  host: string;
  asked: boolean;
}

/** Reads the environment; an empty variable counts as unset. Throws a ConfigError that names every invalid one. */
export function readSettings(env: NodeJS.ProcessEnv) {
  const problems: string[] = [];
  const valid = <Value>(variable: string, kind: is.Kind<Value>, fallback: string): Value => {
    try {
      return kind(env[variable] || fallback);
    } catch (error) {
      if (!(error instanceof is.Refused)) throw error;
      problems.push(`${variable} ${error.message}`);
      return kind(fallback);
    }
  };
  const wish = (variable: string, fallback: number, host = LOCAL, most = 65_535): PortWish => {
    const port = valid(variable, is.number(1, most), String(fallback));
    return { variable, port, host, asked: Boolean(env[variable]) };
  };
  const isOn = (variable: string): boolean => valid(variable, is.oneOf('on', 'off'), 'on') === 'on';
  const dataDir = path.resolve(env.DATA_DIR || path.join(ROOT, '.data'));
  const host = env.HOST || '0.0.0.0';
  // The api's ports never give way, so they count as requested.
  const api = { ...wish('PORT', 3000, host), asked: true };
  const above = api.port + HTTPS_FROM_PORT;
  const secure = wish('HTTPS_PORT', above <= 65_535 ? above : api.port - HTTPS_FROM_PORT, host);
  const metrics = wish('METRICS_PORT', 9464, env.METRICS_HOST || LOCAL, 65_534);
  const next = { ...metrics, variable: 'the port after METRICS_PORT', port: metrics.port + 1 };
  const own = {
    postgresPort: wish('POSTGRES_PORT', 5440),
    mailSmtpPort: wish('MAIL_SMTP_PORT', 3025),
    mailWebPort: wish('MAIL_WEB_PORT', 3080),
  };
  /** The ports without which there is no start: the api's first one, and those for Prometheus. */
  const required = [api, ...(metrics.asked ? [metrics, next] : [])];
  const settings = {
    /** Port of the api, and the address that it listens on. */
    port: api.port,
    host,
    dataDir,
    /** A real mail server; without one, mails are caught. */
    smtpUrl: env.SMTP_URL || undefined,
    /** Whether the demo courses and players are loaded. */
    demo: isOn('DEMO'),
    https: isOn('HTTPS') ? { port: secure.port, ...givenFiles(env, problems) } : null,
    /** The nightly backups' folder, time (HH:MM) and number; null: none. */
    backup: isOn('BACKUP')
      ? {
          dir: path.resolve(env.BACKUP_DIR || path.join(dataDir, 'backups')),
          at: valid('BACKUP_AT', is.timeOfDay, '03:00'),
          keep: String(valid('BACKUP_KEEP', is.number(1, 1_000), '14')),
        }
      : null,
    ...own,
    /** The ports at which Prometheus finds the services, METRICS_PORT and the next one; null if not requested. */
    metricsPorts: metrics.asked ? { api: metrics.port, projector: next.port } : null,
    required,
  };
  const https = settings.https === null ? [] : [{ ...secure, asked: true }];
  const ports = [...required.toSpliced(1, 0, ...https), ...Object.values(own)];
  problems.push(...problemsOfServices(env));
  // An invalid port has its default here, which must not be blamed.
  if (problems.length === 0) problems.push(...proxyProblem(env, https), ...samePorts(ports));
  if (problems.length > 0) throw new ConfigError([...new Set(problems)]);
  return { ...settings, /** All ports above. */ ports };
}

/** The services reject this combination too, but here https is the default, so the advice differs. */
function proxyProblem(env: NodeJS.ProcessEnv, https: readonly PortWish[]): string[] {
  if (https.length === 0 || !(Number(env.TRUSTED_PROXIES) > 0)) return [];
  return ['TRUSTED_PROXIES is for a proxy in front, which serves https itself: set HTTPS=off with it'];
}

/** What the services would refuse, once the database runs, of settings that the start hands on as they are. */
function problemsOfServices(env: NodeJS.ProcessEnv): string[] {
  const given = (name: string, made: string) => env[name] || (env[`${name}_FILE`] ? undefined : made);
  const made = {
    DATABASE_URL: 'postgres://made',
    DATABASE_URL_FILE: '',
    SMTP_URL: given('SMTP_URL', 'smtp://made'),
    JWT_SECRET: given('JWT_SECRET', Buffer.alloc(KEY_BYTES_MIN).toString('base64')),
    HTTPS_PORT: '',
    METRICS_PORT: '',
  };
  return problemsOf(() => readConfig({ ...env, ...made }));
}

function problemsOf(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

/**
 * The operator's own certificate and key, both or neither, which a server has to be able to use, and the certificate of
 * an authority that phones have to trust for them. Without them the start makes a certificate.
 */
function givenFiles(env: NodeJS.ProcessEnv, problems: string[]) {
  const { HTTPS_CERTIFICATE: certificate, HTTPS_KEY: key } = env;
  const authority = env.HTTPS_AUTHORITY || undefined;
  if (certificate && key) {
    const files: CertificateFiles = { certificate: path.resolve(certificate), key: path.resolve(key) };
    problems.push(...problemsOf(() => readServerCertificate(files)));
    if (authority) problems.push(...problemsOf(() => readAuthority(authority)));
    return { files, authority };
  }
  if (key) problems.push('HTTPS_KEY is set without HTTPS_CERTIFICATE: set both, or neither');
  if (certificate) problems.push('HTTPS_CERTIFICATE is set without HTTPS_KEY: set both, or neither');
  return { files: null, authority };
}

function samePorts(ports: readonly PortWish[]): string[] {
  const variables = new Map<number, string>();
  return ports.flatMap(({ variable, port, asked }) => {
    if (!asked) return [];
    const other = variables.get(port);
    if (other !== undefined) return [`${other} and ${variable} are both ${port}: each needs a port of its own`];
    variables.set(port, variable);
    return [];
  });
}

type Service = 'api' | 'projector';

/** The environment of each service: shared settings, its own database account, and its own port for Prometheus. */
export function serviceEnvs(
  { API_DATABASE_URL, PROJECTOR_DATABASE_URL, ...shared }: NodeJS.ProcessEnv,
  metricsPorts: StartSettings['metricsPorts'],
): Record<Service, NodeJS.ProcessEnv> {
  const own = (service: Service, DATABASE_URL: string | undefined): NodeJS.ProcessEnv => ({
    ...shared,
    DATABASE_URL,
    ...(metricsPorts === null ? {} : { METRICS_PORT: String(metricsPorts[service]) }),
  });
  return { api: own('api', API_DATABASE_URL), projector: own('projector', PROJECTOR_DATABASE_URL) };
}

/** Addresses of a database for the accounts of its services, with passwords that are new at every start. */
export function serviceAddresses(databaseUrl: string): Record<Service, string> {
  const address = (service: Service): string => {
    const url = new URL(databaseUrl);
    url.username = `${url.pathname.slice(1)}_${service}`;
    url.password = randomBytes(KEY_BYTES).toString('base64url');
    return url.href;
  };
  return { api: address('api'), projector: address('projector') };
}

const KEY_BYTES = 48;
/** The minimum that the services accept. */
const KEY_BYTES_MIN = 32;

/**
 * The key of access tokens: JWT_SECRET, or one that the first start makes and keeps in the data folder. Throws a
 * StartProblem that names the file if it is not a valid key.
 */
export function jwtSecret(env: NodeJS.ProcessEnv, dataDir: string): string {
  if (env.JWT_SECRET) return env.JWT_SECRET;
  const file = path.join(dataDir, 'jwt-secret');
  if (!existsSync(file)) replaceFile(file, randomBytes(KEY_BYTES).toString('base64'), { mode: 0o600 });
  const key = readFileSync(file, 'utf8').trim();
  if (Buffer.from(key, 'base64').length >= KEY_BYTES_MIN) return key;
  throw new StartProblem(
    `${file} holds no key of ${KEY_BYTES_MIN} bytes or more in base64. Restore a copy of it, or delete it, which signs all golfers out`,
  );
}
