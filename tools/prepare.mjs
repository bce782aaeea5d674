/**
 * Makes a clone ready to run: checks Node, installs the packages of the lock file, compiles, builds the web client.
 * Plain Node, as it runs before anything is installed. Concurrent commands take turns. `npm run build` does it all.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildClient } from './build-client.mjs';
import { buildPrograms } from './build-programs.mjs';
import { asProgram, isMadeOf, ROOT } from './digest.mjs';

export { ROOT };

const OLDEST_NODE = [20, 19];
const LOCK_FILE = path.join(ROOT, 'package-lock.json');
/** Inside node_modules, so that it is deleted with it. */
const STAMP = path.join(ROOT, 'node_modules', '.fairmark-installed');
const LOCK = path.join(ROOT, '.data', 'prepare.lock');
const LOOK_MS = 200;

/** Ends the process with a plain message if Node is too old for the installed packages. */
export function requireNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [needMajor, needMinor] = OLDEST_NODE;
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return;
  console.error(`Fairmark needs Node ${OLDEST_NODE.join('.')} or newer; this is Node ${version}.`);
  process.exit(1);
}

/** The projects of a running product, from which its programs are bundled. */
export const PRODUCT = ['tools', 'services/api', 'services/projector', 'cli'];

/** The projects of the tests: the product and the programs of e2e/. */
export const TESTED = [...PRODUCT, 'e2e'];

/**
 * Installs and compiles what is missing for the folders `projects`. With `programs` it also bundles the programs, whose
 * folders `projects` must contain; with `client` it builds the client.
 */
export async function prepare(projects, { programs = false, client = false } = {}) {
  requireNode();
  await inTurn(async () => {
    await install();
    await compile(projects);
    if (programs) await buildPrograms();
    if (client) await buildClientWithNotice();
  });
}

/** Runs a program to its end on this terminal, and resolves to its exit code. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', ...options });
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
  });
}

async function install() {
  if (installed()) return;
  const fresh = !existsSync(path.join(ROOT, 'node_modules'));
  console.error(fresh ? 'Installing dependencies …' : 'Bringing the dependencies up to date …');
  // `npm ci` begins by removing every node_modules, from which other processes of this clone may be running.
  const args = fresh ? ['ci'] : ['install', '--no-save'];
  // Without --include=dev, NODE_ENV=production would leave out the compiler.
  const code = await npm([...args, '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0) throw new Error(`npm ${args[0]} ended with code ${code}`);
  writeFileSync(STAMP, lockDigest());
}

/**
 * Whether node_modules holds the versions of the lock file: either an install of exactly this lock succeeded or, after
 * manual installs, the packages match. File times mean nothing after a clone.
 */
function installed() {
  const wanted = packagesOf(LOCK_FILE);
  const needed = Object.entries(wanted).filter(
    ([place, entry]) => place !== '' && !entry.optional && !entry.extraneous,
  );
  // Some packages are in the workspaces' own node_modules, which a copy of the clone may lack.
  if (!needed.every(([place]) => existsSync(path.join(ROOT, place)))) return false;
  if (isMadeOf(STAMP, lockDigest())) return true;
  const present = packagesOf(path.join(ROOT, 'node_modules', '.package-lock.json'));
  return Object.entries(wanted).every(([place, entry]) => {
    const there = present[place];
    if (place === '' || entry.extraneous || (there === undefined && entry.optional)) return true;
    return there?.version === entry.version && there?.link === entry.link;
  });
}

function lockDigest() {
  return createHash('sha256').update(readFileSync(LOCK_FILE)).digest('hex');
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return {};
    throw error;
  }
}

function npm(args) {
  const cli = process.env.npm_execpath;
  if (cli !== undefined && path.basename(cli) === 'npm-cli.js') return run(process.execPath, [cli, ...args]);
  return run('npm', args);
}

/** Compiles these folders and those they depend on, where out of date. */
export async function compile(projects) {
  const started = Date.now();
  const notice = setTimeout(() => console.error('Compiling …'), 1_500);
  const code = await run(process.execPath, [path.join('node_modules', 'typescript', 'bin', 'tsc'), '-b', ...projects]);
  clearTimeout(notice);
  if (code !== 0) throw new Error('The TypeScript sources do not compile (see above)');
  if (Date.now() - started > 1_500) console.error('Compiled.');
}

async function buildClientWithNotice() {
  const notice = setTimeout(() => console.error('Building the web client …'), 500);
  await buildClient().finally(() => clearTimeout(notice));
}

/** Runs `work` while no other command of this clone does. Waits for the others. */
export async function inTurn(work) {
  mkdirSync(path.dirname(LOCK), { recursive: true });
  for (let said = false; !take(LOCK); said = true) {
    if (!said) console.error(`Waiting for another command that is installing or compiling (${LOCK}) …`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  const release = () => rmSync(LOCK, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

/**
 * Takes a lock unless a living process has it. It is a link that leads to a process id instead of a file: made whole or
 * not at all, also when the power fails. The lock of a killed process is cleared under a lock of its own: two that
 * clear it at once could remove that of the next holder.
 */
function take(lock) {
  try {
    symlinkSync(String(process.pid), lock);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const holder = holderOf(lock);
  if (holder === null || isRunning(holder)) return false;
  const clearing = `${lock}.${holder}`;
  if (!take(clearing)) return false;
  if (holderOf(lock) === holder && !isRunning(holder)) rmSync(lock, { force: true });
  rmSync(clearing, { force: true });
  return take(lock);
}

/** The process id in a lock; 0 if it is a file, as of earlier releases; null if it was released. */
function holderOf(lock) {
  try {
    return Number(readlinkSync(lock));
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    if (error.code === 'EINVAL') return 0;
    throw error;
  }
}

/** Whether another process has this id. In a restarted container a killed one may have had our own. */
function isRunning(pid) {
  if (pid === 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

await asProgram(import.meta.url, () => prepare(['.'], { programs: true, client: true }));
