/**
 * Gets a clone ready to run: checks Node, installs what the lock file names, compiles, builds the web client. Plain Node, because
 * it runs before anything is installed. Two commands at the same time take turns. As a program (`npm run build`) it does all of it.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildClient } from './build-client.mjs';
import { buildPrograms } from './build-programs.mjs';
import { asProgram, isMadeOf, ROOT } from './digest.mjs';

export { ROOT };

const OLDEST_NODE = [20, 19];
const LOCK_FILE = path.join(ROOT, 'package-lock.json');
/** Inside node_modules, so that it goes when that goes. */
const STAMP = path.join(ROOT, 'node_modules', '.fairmark-installed');
const LOCK = path.join(ROOT, '.data', 'prepare.lock');
/** The holder touches its lock this often; one that is ten times older belongs to a process that is no more. */
const BEAT_MS = 2_000;
const STALE_MS = 20_000;
const LOOK_MS = 200;

/** Ends the process with a plain message when Node is too old for what is installed here. */
export function requireNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [needMajor, needMinor] = OLDEST_NODE;
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return;
  console.error(`Fairmark needs Node ${OLDEST_NODE.join('.')} or newer; this is Node ${version}.`);
  process.exit(1);
}

/** What a running product consists of; its processes are bundled out of it. */
export const PRODUCT = ['tools', 'services/api', 'services/projector', 'cli'];

/** What tests run: the product and the programs of e2e/. */
export const TESTED = [...PRODUCT, 'e2e'];

/**
 * Installs and compiles what is missing: the folders `projects` with what they need. With `programs` it also bundles what runs
 * as a process, which `projects` must contain; with `client` it builds the client.
 */
export async function prepare(projects, { programs = false, client = false } = {}) {
  requireNode();
  const release = await acquire();
  try {
    await install();
    await compile(projects);
    if (programs) await buildPrograms();
    if (client) await built();
  } finally {
    release();
  }
}

/** Runs a program to its end on this terminal, and gives back its exit code. */
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
  // Without --include=dev an environment of NODE_ENV=production would leave out the compiler.
  const code = await npm([...args, '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0) throw new Error(`npm ${args[0]} ended with code ${code}`);
  writeFileSync(STAMP, lockDigest());
}

/**
 * Whether node_modules holds the versions of the lock file: because an install of just this lock ended well, or, for
 * installs by hand, by comparing the packages. Times mean nothing after a clone.
 */
function installed() {
  const wanted = packagesOf(LOCK_FILE);
  const needed = Object.entries(wanted).filter(
    ([place, entry]) => place !== '' && !entry.optional && !entry.extraneous,
  );
  // Some packages lie in the workspaces' own node_modules, which a copy of the clone may have left behind.
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

/** Brings what `tsc` emits of these folders, and of what they depend on, up to date. */
export async function compile(projects) {
  const started = Date.now();
  const notice = setTimeout(() => console.error('Compiling …'), 1_500);
  const code = await run(process.execPath, [path.join('node_modules', 'typescript', 'bin', 'tsc'), '-b', ...projects]);
  clearTimeout(notice);
  if (code !== 0) throw new Error('The TypeScript sources do not compile (see above)');
  if (Date.now() - started > 1_500) console.error('Compiled.');
}

async function built() {
  const notice = setTimeout(() => console.error('Building the web client …'), 500);
  await buildClient().finally(() => clearTimeout(notice));
}

/** Takes the lock of this clone, waiting for a command that installs or compiles. Returns how to release it. */
async function acquire() {
  mkdirSync(path.dirname(LOCK), { recursive: true });
  for (let said = false; !taken(); said = true) {
    if (clearedStale()) continue;
    if (!said) console.error(`Waiting for another command that is installing or compiling (${LOCK}) …`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  const beat = setInterval(() => {
    const now = new Date();
    if (existsSync(LOCK)) utimesSync(LOCK, now, now);
  }, BEAT_MS);
  beat.unref();
  const release = () => {
    clearInterval(beat);
    process.off('exit', release);
    rmSync(LOCK, { force: true });
  };
  process.on('exit', release);
  return release;
}

function taken() {
  try {
    writeFileSync(LOCK, `${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Clears the lock of a process that was killed. The rename lets only one of several waiting commands do it. */
function clearedStale() {
  try {
    const age = Date.now() - statSync(LOCK).mtimeMs;
    const holder = readFileSync(LOCK, 'utf8');
    if (age < STALE_MS && (holder === '' || alive(Number(holder)))) return false;
    const aside = `${LOCK}.${process.pid}`;
    renameSync(LOCK, aside);
    // Another command may have cleared the stale one and taken a new lock between the look and the rename.
    if (readFileSync(aside, 'utf8') === holder) rmSync(aside);
    else renameSync(aside, LOCK);
    return true;
  } catch (error) {
    if (error.code === 'ENOENT') return true;
    throw error;
  }
}

function alive(pid) {
  try {
    process.kill(pid, 0);
    // A killed process stays in the table until its parent waits for it, which in some containers never happens.
    const status = `/proc/${pid}/status`;
    return !(existsSync(status) && /^State:\s+[ZX]/m.test(readFileSync(status, 'utf8')));
  } catch (error) {
    return error.code === 'EPERM';
  }
}

await asProgram(import.meta.url, () => prepare(['.'], { programs: true, client: true }));
