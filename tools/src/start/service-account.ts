import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Account } from '../postgres/account.js';
import { DEMO_COURSES, DEMO_SPONSORS, GUARD, PROGRAMS } from './programs.js';
import { ROOT, type StartSettings } from './settings.js';

/** Subfolders of the data folder that the services write to. */
const WRITTEN = ['anchors', 'assets', 'backups', 'compile-cache', 'mail'];
const TRIED_WITHIN_MS = 10_000;

/** What the services require of the machine. */
interface Needs {
  readable: string[];
  writable: string[];
  /** Ordinary accounts may not listen on low ports. */
  ports: { port: number; host: string }[];
}

/** Run by Node as the account: prints the first requirement that is not met. Modes alone are not conclusive. */
const TRY = `
const { accessSync, constants } = require('node:fs');
const { createServer } = require('node:net');
const { readable, writable, ports } = JSON.parse(process.argv[1]);
const lacks = (what) => { console.log(what); process.exit(); };
const tryAccess = (mode, word) => (file) => {
  try { accessSync(file, mode); } catch { lacks('may not ' + word + ' ' + file); }
};
readable.forEach(tryAccess(constants.R_OK, 'read'));
writable.forEach(tryAccess(constants.W_OK | constants.X_OK, 'write into'));
for (const { port, host } of ports) {
  const server = createServer().listen(port, host, () => server.close());
  server.on('error', ({ code }) => code === 'EACCES' && lacks('may not listen on port ' + port));
}`;

/**
 * The account for the services and commands of a start as root: the database's, which is given the folders that they
 * write to. If it lacks a right that they need, a warning says how to fix it, and null means that they run as root.
 */
export function serviceAccount(
  account: Account | null,
  settings: StartSettings,
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Account | null {
  if (account === null) return null;
  const problem = whyNot(account, needsOf(settings, env));
  if (problem !== null) {
    say(
      `Warning: api and projector run as root, because the account of the database (${account.uid}) ${problem}.\n` +
        'To cure this, give it that right (a clone in /srv has it), or start Fairmark as an ordinary user.',
    );
    return null;
  }
  const folders = WRITTEN.map((name) => path.join(settings.dataDir, name));
  for (const folder of folders) mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Earlier starts may have left files of root. Do not follow links to files elsewhere.
  execFileSync('chown', ['-hR', `${account.uid}:${account.gid}`, ...folders]);
  return account;
}

function needsOf(
  { dataDir, port, host, https, metricsPorts, metricsHost, backup }: StartSettings,
  env: NodeJS.ProcessEnv,
): Needs {
  const programs = readdirSync(path.join(ROOT, 'dist')).filter((name) => name.endsWith('.js'));
  const ownPorts = https === null ? [port] : [port, https.port.port];
  return {
    readable: [
      dataDir,
      ...programs.map((name) => path.join(ROOT, 'dist', name)),
      PROGRAMS.mail,
      GUARD,
      DEMO_COURSES,
      DEMO_SPONSORS,
      path.join(ROOT, 'node_modules'),
      env.WEB_DIR || path.join(ROOT, 'web', 'dist'),
      ...Object.values(https?.files ?? {}),
      ...(https?.authority === undefined ? [] : [https.authority]),
    ],
    writable: [env.ANCHOR_DIR, env.ASSETS_DIR, backup === null ? '' : env.BACKUP_DIR].flatMap((folder) => folder || []),
    ports: [
      ...ownPorts.map((one) => ({ port: one, host })),
      ...Object.values(metricsPorts ?? {}).map((one) => ({ port: one, host: metricsHost })),
    ],
  };
}

function whyNot(account: Account, needs: Needs): string | null {
  const { error, status, stdout, stderr } = spawnSync(process.execPath, ['-e', TRY, JSON.stringify(needs)], {
    cwd: '/',
    env: {},
    timeout: TRIED_WITHIN_MS,
    encoding: 'utf8',
    ...account,
  });
  if (error !== undefined || status !== 0) return `cannot run ${process.execPath}: ${error?.message ?? stderr.trim()}`;
  return stdout.trim() || null;
}
