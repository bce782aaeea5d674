/**
 * Makes a clone ready to run: checks Node, installs the packages of the lock file, compiles, builds the web client.
 * Plain Node, as it runs before anything is installed. Concurrent commands take turns. `npm run build` does it all.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildClient } from './build-client.mjs';
import { areProgramsBuilt } from './build-programs.mjs';
import { asProgram, isMadeOf, ROOT, run } from './digest.mjs';

export { ROOT, run };

const OLDEST_NODE = [20, 19];
const LOCK_FILE = path.join(ROOT, 'package-lock.json');
/** Inside node_modules, so that it is deleted with it. */
const STAMP = path.join(ROOT, 'node_modules', '.fairmark-installed');
/** What npm has installed, once an install has succeeded. */
const INSTALLED = path.join(ROOT, 'node_modules', '.package-lock.json');
const LOCK = path.join(ROOT, '.data', 'prepare.lock');
/** The holder touches its lock this often; after ten times as long its process is considered dead. */
const BEAT_MS = 2_000;
const STALE_MS = 20_000;
const LOOK_MS = 200;

// Processes of this machine reach each other without the shell's proxy, which gRPC and, from Node 24 on, fetch follow.
const { no_proxy, NO_PROXY } = process.env;
process.env.no_proxy = [no_proxy || NO_PROXY, 'localhost', '127.0.0.1'].filter(Boolean).join(',');

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
  const release = await acquire().catch((error) => {
    const words = `This account may not write to ${path.dirname(LOCK)}. Use the account that owns the clone.`;
    throw error.code === 'EACCES' ? new Error(words, { cause: error }) : error;
  });
  try {
    await install();
    await compile(projects);
    // In a process of its own: a supervisor would keep the bundler's 800 MB for as long as it runs.
    if (programs && !areProgramsBuilt()) {
      await runNode(['tools/build-programs.mjs'], 'The programs could not be bundled');
    }
    if (client) await buildClientWithNotice();
  } finally {
    release();
  }
}

async function install() {
  if (installed()) return;
  // After an interrupted first install `npm install` can fail every time, over folders that were left half moved.
  const fresh = !existsSync(INSTALLED);
  console.error(fresh ? 'Installing dependencies …' : 'Bringing the dependencies up to date …');
  // `npm ci` begins by removing every node_modules, from which other processes of this clone may be running.
  const args = fresh ? ['ci'] : ['install', '--no-save'];
  // Settings of the account or NODE_ENV=production would leave out the compiler, Postgres or packages of the client.
  const all = ['--include=dev', '--include=optional', '--no-legacy-peer-deps'];
  const code = await npm([...args, ...all, '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0) {
    const cure = 'check the network (npm ping) and the free disk (2 GB), or stop Fairmark and delete node_modules';
    throw new Error(`npm ${args[0]} ended with code ${code}. If it fails again, ${cure}`);
  }
  writeFileSync(STAMP, lockDigest());
}

/**
 * Whether node_modules holds the versions of the lock file: either an install of exactly this lock succeeded or, after
 * manual installs, the packages match. File times mean nothing after a clone.
 */
function installed() {
  const wanted = packagesOf(LOCK_FILE);
  const there = isMadeOf(STAMP, lockDigest()) ? wanted : packagesOf(INSTALLED);
  return Object.entries(wanted).every(([place, { optional, extraneous, version, link }]) => {
    if (place === '' || extraneous || (optional && there[place] === undefined)) return true;
    // Some packages are in the workspaces' own node_modules, which a copy of the clone may lack.
    const isInPlace = optional || existsSync(path.join(ROOT, place));
    return isInPlace && there[place]?.version === version && there[place]?.link === link;
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
  const tsc = path.join('node_modules', 'typescript', 'bin', 'tsc');
  await runNode([tsc, '-b', ...projects], 'The TypeScript sources do not compile').finally(() => clearTimeout(notice));
  if (Date.now() - started > 1_500) console.error('Compiled.');
}

/** Throws an error with these words unless the script succeeds, which prints its own problems. */
async function runNode(args, problem) {
  if ((await run(process.execPath, args)) !== 0) throw new Error(`${problem} (see above)`);
}

async function buildClientWithNotice() {
  const notice = setTimeout(() => console.error('Building the web client …'), 500);
  await buildClient().finally(() => clearTimeout(notice));
}

/** Takes the lock of this clone, waiting for another command to release it. Returns a function that releases it. */
async function acquire() {
  mkdirSync(path.dirname(LOCK), { recursive: true });
  for (let said = false; !lock(); said = true) {
    if (clearStale()) continue;
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

function lock() {
  try {
    writeFileSync(LOCK, `${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Clears the lock of a killed process. The rename lets only one of several waiting commands do it. */
function clearStale() {
  try {
    const age = Date.now() - statSync(LOCK).mtimeMs;
    const holder = readFileSync(LOCK, 'utf8');
    if (age < STALE_MS && (holder === '' || alive(Number(holder)))) return false;
    const temporary = `${LOCK}.${process.pid}`;
    renameSync(LOCK, temporary);
    // Another command may have replaced the stale lock between the check and the rename.
    if (readFileSync(temporary, 'utf8') === holder) rmSync(temporary);
    else renameSync(temporary, LOCK);
    return true;
  } catch (error) {
    if (error.code === 'ENOENT') return true;
    throw error;
  }
}

/** Whether a process is running, or a zombie that has not been waited for. */
function alive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

await asProgram(import.meta.url, () => prepare(['.'], { programs: true, client: true }));
