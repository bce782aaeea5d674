import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { POSTGRES_ENV, type Account } from './account.js';
import { findBinaries } from './binaries.js';
import {
  clusterFolder,
  makeCluster,
  passwordFileOf,
  passwordOf,
  placeCluster,
  SUPERUSER,
  type Cluster,
} from './cluster.js';
import { claim, endAll, postmasterOf, stopLeftovers } from './leftovers.js';
import { PostgresProblem } from './problem.js';

/** The embedded Postgres: binaries from npm, driven by ourselves (initdb, postgres), one folder of data. */
export interface EmbeddedPostgres {
  readonly port: number;
  /** Where the data really is: what was asked for, or, under root and a closed home, a folder of the machine. */
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** Under root the account that it runs as; null: the caller's. */
  readonly account: Account | null;
  url(database: string): string;
  /** Ends the server in an orderly way: connections are closed, everything is on disk. */
  stop(): Promise<void>;
}

export interface StartOptions {
  dataDir: string;
  /** 0 takes a free one. */
  port?: number;
  /** Settings of postgresql.conf, for tests that need their own. */
  settings?: Record<string, string>;
  /** Receives each line that Postgres logs. */
  log?: (line: string) => void;
  /** Gives the start up: whatever runs by then is ended. */
  signal?: AbortSignal;
}

const READY_WITHIN_MS = 60_000;
/** Replaying the log after a crash may take longer than a start; Postgres says that it is at it. */
const RECOVERED_WITHIN_MS = 15 * 60_000;
const STARTING_UP = '57P03';
/** The server answers, and lets us in neither now nor later. */
const REFUSED = new Set(['28P01', '28000', '3D000']);
const STOP_WITHIN_MS = 20_000;
const LOOK_MS = 50;
const LINES_KEPT = 20;
/** Linux lends those from 32768, macOS those from 49152. */
const FREE_PORTS = { from: 20_000, before: 32_768 };
const FREE_PORT_TRIES = 100;
/** Consecutive from a random one: no port is handed out twice, even if it is not yet listened on. */
let nextPort = randomInt(FREE_PORTS.from, FREE_PORTS.before);

/**
 * Starts Postgres on a folder, creating the cluster in it first if there is none, and ending what a killed start left
 * behind. It runs in a process group of its own, so Ctrl-C on the terminal does not reach it, and ends by itself when
 * this process is gone without having stopped it. Rejects, saying why, when it cannot start.
 */
export async function startPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
  const cluster = placeCluster(path.resolve(options.dataDir));
  const binaries = findBinaries(cluster.account);
  await stopLeftovers(cluster.folder);
  await makeCluster(cluster, binaries.initdb, options.signal);
  claim(cluster.folder);
  try {
    return await startServer(cluster, binaries.postgres, options);
  } catch (error) {
    // A server that a killed start was only just beginning can be seen now, because it was in the way.
    if (options.signal?.aborted || !(await endAll(cluster.folder))) throw error;
    return startServer(cluster, binaries.postgres, options);
  }
}

async function startServer(cluster: Cluster, program: string, options: StartOptions): Promise<EmbeddedPostgres> {
  options.signal?.throwIfAborted();
  const port = options.port || (await freePort());
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '256MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The details of an error hold what was typed: that an email is taken already, and which.
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
  const url = (database: string): string => `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
  const giveUp = (): void => void server.kill('SIGQUIT');
  options.signal?.addEventListener('abort', giveUp, { once: true });
  await ready(server, { url: url('postgres'), folder: cluster.folder }, said);
  options.signal?.removeEventListener('abort', giveUp);
  const { folder: dataDir, account } = cluster;
  return { port, dataDir, process: server, account, url, stop: () => stop(server) };
}

/** Ends what a killed process left running on a folder, so that its port is free again. */
export async function releasePostgres(dataDir: string): Promise<void> {
  await stopLeftovers(clusterFolder(path.resolve(dataDir)));
}

/**
 * A port of the loopback address that is unused at this moment. It is from below those that systems lend to outgoing connections, of
 * which one might take it before it is listened on, or while what listens is started again.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < FREE_PORT_TRIES; tries += 1) {
    const port = nextPort;
    nextPort = port + 1 < FREE_PORTS.before ? port + 1 : FREE_PORTS.from;
    const probe = createServer().listen(port, '127.0.0.1');
    const free = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!free) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
  throw new Error(`No free port from ${FREE_PORTS.from} to ${FREE_PORTS.before - 1}`);
}

/** A shell that waits on a pipe from this process: when this process ends, however it ends, it stops the server. */
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

/** Passes the server's lines on, and gives back how to read the last ones. */
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
  const started = Date.now();
  let patienceMs = READY_WITHIN_MS;
  while (server.exitCode === null && server.signalCode === null && Date.now() - started < patienceMs) {
    const answer = await tryConnection(url);
    // One that an earlier start left behind, and that was not to be seen yet, would answer too.
    const isOurs = postmasterOf(folder) === server.pid;
    if (answer === true && isOurs) return;
    if (isOurs && typeof answer === 'string' && REFUSED.has(answer)) {
      await stop(server);
      throw new PostgresProblem(
        `Postgres does not let ${SUPERUSER} in (${answer}) with the password in ${passwordFileOf(folder)}: bring back the file that belongs to ${folder}`,
      );
    }
    if (answer === STARTING_UP) patienceMs = RECOVERED_WITHIN_MS;
    await Promise.race([exit, new Promise((resolve) => setTimeout(resolve, LOOK_MS))]);
  }
  server.kill('SIGKILL');
  throw new PostgresProblem(`Postgres did not start: ${said()}`);
}

/** True when the server answers; its error code otherwise. */
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
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = once(server, 'exit');
  server.kill('SIGINT');
  const timer = setTimeout(() => server.kill('SIGQUIT'), STOP_WITHIN_MS);
  await gone;
  clearTimeout(timer);
}
