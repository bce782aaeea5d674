import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { POSTGRES_ENV, type Account } from '../system/account.js';
import { findBinaries } from './binaries.js';
import { makeCluster, passwordFileOf, passwordOf, placeCluster, SUPERUSER, type Cluster } from './cluster.js';
import { claim, postmasterOf, stopLeftovers } from './leftovers.js';
import { freePort } from '../system/free-port.js';
import { StartProblem } from '../system/problem.js';
import { endChild, hasEnded } from '../system/processes.js';

/** The embedded Postgres: binaries from npm, which we run ourselves (initdb, postgres) on one data folder. */
export type EmbeddedPostgres = Awaited<ReturnType<typeof startPostgres>>;

export interface StartOptions {
  dataDir: string;
  /** Chooses the port once there is a cluster, whose creation takes seconds; by default a free one. */
  port?: () => number | Promise<number>;
  /** Settings of postgresql.conf, for tests that need their own. */
  settings?: Record<string, string>;
  /** Receives each line that Postgres logs. */
  log?: (line: string) => void;
  /** Cancels the start and ends what runs by then. */
  signal?: AbortSignal;
}

const READY_WITHIN_MS = 60_000;
/** Recovery after a crash may take longer than a start; Postgres reports that it is recovering. */
const RECOVERED_WITHIN_MS = 15 * 60_000;
const STARTING_UP = '57P03';
/** The server answers, but retrying will not let us in. */
const REFUSED = new Set(['28P01', '28000', '3D000']);
const STOP_WITHIN_MS = 20_000;
const LOOK_MS = 50;
const LINES_KEPT = 20;

/**
 * Starts Postgres on a folder, creating the cluster first if there is none, and ending what a killed start left
 * running. It has its own process group, so Ctrl-C on the terminal does not reach it, and ends if this process dies
 * without stopping it. Rejects with the reason if it cannot start.
 */
export async function startPostgres(options: StartOptions) {
  const cluster = placeCluster(path.resolve(options.dataDir));
  const binaries = findBinaries(cluster.account);
  await stopLeftovers(cluster.folder);
  await makeCluster(cluster, binaries.initdb, options.signal);
  claim(cluster.folder);
  return startServer(cluster, binaries.postgres, options);
}

async function startServer(cluster: Cluster, program: string, options: StartOptions) {
  options.signal?.throwIfAborted();
  const port = await (options.port ?? freePort)();
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '256MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Details of an error contain personal data, such as an email that is already taken.
    log_error_verbosity: 'terse',
    log_parameter_max_length_on_error: '0',
    ...options.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(program, ['-D', cluster.folder, ...flags], {
    env: POSTGRES_ENV,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...cluster.account,
  });
  endWithUs(server, cluster.account);
  const said = keepLines(server, options.log);
  const password = passwordOf(cluster.folder);
  // Without `sslmode`, a PGSSLMODE set for another database would demand what this one does not have.
  const url = (database: string): string =>
    `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`;
  const giveUp = (): void => void server.kill('SIGQUIT');
  options.signal?.addEventListener('abort', giveUp, { once: true });
  await ready(server, { url: url('postgres'), folder: cluster.folder }, said);
  options.signal?.removeEventListener('abort', giveUp);
  return {
    port,
    /** The actual data folder: the requested one or, under root with a closed home, a shared folder of the machine. */
    dataDir: cluster.folder,
    process: server,
    /** The account that it runs as under root; null: the caller's. */
    account: cluster.account,
    url,
    /** Shuts the server down cleanly: connections are closed, everything is on disk. */
    stop: () => stop(server),
  };
}

/** Starts a shell that waits on a pipe from this process and stops the server when this process ends for any reason. */
function endWithUs(server: ChildProcess, account: Account | null): void {
  const watcher = spawn(
    '/bin/sh',
    ['-c', 'read -r _; kill -INT "$1"', 'fairmark-postgres-watcher', String(server.pid)],
    {
      env: POSTGRES_ENV,
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      ...account,
    },
  );
  watcher.unref();
  server.once('exit', () => watcher.kill('SIGKILL'));
}

/** Passes the server's log lines on, and returns a function that reads the last ones. */
function keepLines(server: ChildProcess, log?: (line: string) => void): () => string {
  const last: string[] = [];
  if (server.stderr !== null) {
    createInterface({ input: server.stderr }).on('line', (line) => {
      last.push(line);
      if (last.length > LINES_KEPT) last.shift();
      log?.(line);
    });
  }
  return () => last.join('\n');
}

async function ready(
  server: ChildProcess,
  { url, folder }: { url: string; folder: string },
  said: () => string,
): Promise<void> {
  const exit = once(server, 'exit');
  const started = performance.now();
  let patienceMs = READY_WITHIN_MS;
  while (!hasEnded(server) && performance.now() - started < patienceMs) {
    const answer = await tryConnection(url);
    // A leftover of an earlier start that was not visible yet would answer too.
    const isOurs = postmasterOf(folder) === server.pid;
    if (answer === true && isOurs) return;
    if (isOurs && typeof answer === 'string' && REFUSED.has(answer)) {
      await stop(server);
      // Ours had not got the port: the refusal came from another database.
      if (server.exitCode !== 0) break;
      throw new StartProblem(
        `Postgres refuses ${SUPERUSER} (${answer}) with the password in ${passwordFileOf(folder)}: restore the file that belongs to ${folder}`,
      );
    }
    if (answer === STARTING_UP) patienceMs = RECOVERED_WITHIN_MS;
    await Promise.race([exit, new Promise((resolve) => setTimeout(resolve, LOOK_MS))]);
  }
  server.kill('SIGKILL');
  throw new StartProblem(`Postgres did not start: ${said()}`);
}

/** True if the server answers, otherwise its error code. */
async function tryConnection(url: string): Promise<string | undefined | true> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    return (error as { code?: string }).code;
  }
}

async function stop(server: ChildProcess): Promise<void> {
  const timer = setTimeout(() => server.kill('SIGQUIT'), STOP_WITHIN_MS);
  await endChild(server, 'SIGINT');
  clearTimeout(timer);
}
