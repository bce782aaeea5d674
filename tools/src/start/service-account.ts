import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { succeeds, type Account } from '../system/account.js';
import { DEMO_COURSES, DEMO_SPONSORS, GUARD, PROGRAMS } from './programs.js';
import { ROOT, type StartSettings } from './settings.js';

/** Subfolders of the data folder that the services write to. */
const WRITTEN = ['anchors', 'assets', 'backups', 'compile-cache', 'mail'];
/** Run as the account: prints the first file that it lacks a right to. Modes alone are not conclusive. */
const TRY = `
while test "$1" != --; do test -r "$1" || { echo "may not read $1" >&2; exit 1; }; shift; done; shift
for folder; do test -w "$folder" && test -x "$folder" || { echo "may not write into $folder" >&2; exit 1; }; done`;
/** On Linux, the lowest port that ordinary accounts may listen on. */
const LOWEST_PORT = '/proc/sys/net/ipv4/ip_unprivileged_port_start';

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
  const problem = whyNot(account, settings, env);
  if (problem !== null) {
    say(
      `Warning: api and projector run as root, because the account of the database (${account.uid}) ${problem}.\n` +
        'To fix this, give it that right (a clone in /srv has it), or start Fairmark as an ordinary user.',
    );
    return null;
  }
  const folders = WRITTEN.map((name) => path.join(settings.dataDir, name));
  for (const folder of folders) mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Earlier starts may have left files of root. Do not follow links to files elsewhere.
  execFileSync('chown', ['-hR', `${account.uid}:${account.gid}`, ...folders]);
  return account;
}

/** The first right that the services need and the account lacks; null if it has them all. */
function whyNot(
  account: Account,
  { dataDir, https, backup, ...settings }: StartSettings,
  env: NodeJS.ProcessEnv,
): string | null {
  const programs = readdirSync(path.join(ROOT, 'dist')).filter((name) => name.endsWith('.js'));
  const readable = [
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
  ];
  // The first backup reports a missing folder.
  const backups = backup !== null && existsSync(backup.dir) ? env.BACKUP_DIR : '';
  const writable = [env.ANCHOR_DIR, env.ASSETS_DIR, backups].flatMap((folder) => folder || []);
  const runs = succeeds(process.execPath, ['--version'], account);
  if (runs !== true) return `cannot run ${process.execPath}: ${runs}`;
  const reaches = succeeds('/bin/sh', ['-c', TRY, 'sh', ...readable, '--', ...writable], account);
  if (reaches !== true) return reaches;
  const lowest = existsSync(LOWEST_PORT) ? Number(readFileSync(LOWEST_PORT, 'utf8')) : 1_024;
  const { ports, postgresPort, mailSmtpPort, mailWebPort, smtpUrl } = settings;
  // Postgres has an account of its own, and mails are caught only without a mail server.
  const others = [postgresPort, ...(smtpUrl === undefined ? [] : [mailSmtpPort, mailWebPort])];
  const closed = ports.find((one) => !others.includes(one) && one.port < lowest);
  return closed === undefined ? null : `may not listen on port ${closed.port}`;
}
