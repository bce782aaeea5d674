/**
 * Builds the web client into `web/dist`, which a running api serves: `node tools/build-client.mjs`, or as a part of getting the
 * clone ready. Does nothing when its sources are those of the last build. A build is made aside and moved in file by file, the
 * page last, so that half a build is never served.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const DIST = path.join('web', 'dist');
/** Everything that the build is made of: of our libraries, what was compiled. */
const SOURCES = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/start.mjs',
  'web/vite.config.mjs',
  'web/package.json',
  'libs/contract/dist',
  'libs/scoring/dist',
  'package-lock.json',
  'tools/build-client.mjs',
];
/** In the built folder, so that it goes when that goes; a dot file, so that it is not served. */
const STAMP = '.release.json';
const PAGE = 'index.html';
const ASIDE = '.build-';
/** No build takes that long: it was killed. */
const ABANDONED_MS = 3_600_000;
/** Pages that were opened before a release still load the parts of theirs. */
const KEEP_OLD_ASSETS_MS = 7 * 24 * 3_600_000;
const TEXT = /\.(js|css|svg|json|webmanifest|txt)$/;
const WORTH_COMPRESSING_BYTES = 1_024;

/**
 * Builds the client of the clone in `root` unless it is up to date; true if it was built. The libraries it uses must be
 * compiled. Throws when it does not build.
 */
export async function buildClient({ root = ROOT, build = vite, now = Date.now() } = {}) {
  const dist = path.join(root, DIST);
  const digest = digestOf(root);
  const last = readStamp(dist);
  const whole = last !== null && [PAGE, ...last.assets].every((file) => existsSync(path.join(dist, file)));
  if (whole && last.digest === digest) return false;
  // On the same file system as the place it is moved to. Two builds at once do not meet.
  const aside = path.join(dist, `${ASIDE}${process.pid}`);
  try {
    await build(root, aside, versionOf(digest));
    await compress(aside);
    publish(aside, dist, { digest, last, now });
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  return true;
}

/** What the support page and its mails call a build: the release, and which sources exactly. */
function versionOf(digest) {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  return `${version}-${digest.slice(0, 8)}`;
}

function vite(root, outDir, version) {
  const program = path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [
    program,
    'build',
    'web',
    '--outDir',
    outDir,
    '--emptyOutDir',
    '--logLevel',
    'warn',
    '--configLoader',
    'native',
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'production', CLIENT_VERSION: version },
    });
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error('The web client does not build (see above)')),
    );
  });
}

/** Leaves `.br` and `.gz` beside every text that gets smaller by it. The api compresses the page itself. */
async function compress(folder) {
  const texts = filesOf(folder).filter((file) => TEXT.test(file) && !file.startsWith('.'));
  await Promise.all(
    texts.map(async (file) => {
      const content = readFileSync(path.join(folder, file));
      if (content.length < WORTH_COMPRESSING_BYTES) return;
      writeFileSync(path.join(folder, `${file}.br`), await promisify(brotliCompress)(content));
      writeFileSync(path.join(folder, `${file}.gz`), await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

/** Moves a finished build to where it is served: what the page names first, then the page. */
function publish(aside, dist, { digest, last, now }) {
  const files = filesOf(aside);
  // A file's time says when it was last part of the current release.
  for (const file of last?.assets ?? []) touch(path.join(dist, file), now);
  for (const file of [...files.filter((name) => name !== PAGE), PAGE]) {
    mkdirSync(path.dirname(path.join(dist, file)), { recursive: true });
    renameSync(path.join(aside, file), path.join(dist, file));
    touch(path.join(dist, file), now);
  }
  const assets = files.filter((file) => file.startsWith('assets/'));
  writeFileSync(path.join(dist, STAMP), JSON.stringify({ digest, assets }, null, 2));
  prune(dist, new Set(files), now);
  for (const name of readdirSync(dist).filter((entry) => entry.startsWith(ASIDE))) {
    const place = path.join(dist, name);
    if (now - statSync(place).mtimeMs > ABANDONED_MS) rmSync(place, { recursive: true, force: true });
  }
}

/** Takes away assets that were replaced more than a week ago, and at once what an earlier build left beside the page. */
function prune(dist, current, now) {
  for (const file of filesOf(dist)) {
    if (current.has(file) || file.startsWith('.')) continue;
    const place = path.join(dist, file);
    if (file.startsWith('assets/') && now - statSync(place).mtimeMs < KEEP_OLD_ASSETS_MS) continue;
    rmSync(place);
  }
}

function touch(file, now) {
  if (existsSync(file)) utimesSync(file, now / 1_000, now / 1_000);
}

function readStamp(dist) {
  try {
    return JSON.parse(readFileSync(path.join(dist, STAMP), 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Of the names and contents of all sources, and of the client's variables of the environment; times mean nothing after a clone. */
function digestOf(root) {
  const hash = createHash('sha256');
  const given = Object.keys(process.env).filter((name) => name.startsWith('VITE_'));
  for (const name of given.sort()) hash.update(`${name}\0${process.env[name]}\0`);
  for (const source of SOURCES) {
    const place = path.join(root, source);
    if (!existsSync(place)) continue;
    const files = statSync(place).isDirectory() ? filesOf(place).map((file) => path.join(place, file)) : [place];
    for (const file of files) {
      const content = readFileSync(file);
      hash.update(`${path.relative(root, file)}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest('hex');
}

/** Paths of all files below a folder, with slashes, in order. */
function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log((await buildClient()) ? 'Built the web client.' : 'The web client is up to date.');
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
