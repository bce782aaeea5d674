/**
 * Builds the web client into `web/dist`, which the api serves: `node tools/build-client.mjs`, or as a part of getting the clone
 * ready. Does nothing when its sources are those of the last build. A build is made aside and takes the place of the last one
 * whole, so that half a build is never served; an api that runs has the assets of its own build in ASSETS_DIR.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { asProgram, digestOf, filesOf, isMadeOf, ROOT } from './digest.mjs';

/** Everything that the build is made of: of our libraries, what was compiled. */
const SOURCES = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/page-hints.mjs',
  'web/vite.config.mjs',
  'web/package.json',
  'libs/contract/dist',
  'libs/scoring/dist',
  'package-lock.json',
  'tools/build-client.mjs',
];
/** In the built folder, so that it goes when that goes; a dot file, so that it is not served. */
const STAMP = '.sources';
/** No build takes that long: it was killed. */
const ABANDONED_MS = 3_600_000;
const TEXT = /\.(js|css|svg|json|webmanifest|txt)$/;
const WORTH_COMPRESSING_BYTES = 1_024;

/** Builds the client in `root` unless it is up to date; true if built. Its libraries must be compiled. May throw. */
export async function buildClient({ root = ROOT, build = vite } = {}) {
  const dist = path.join(root, 'web/dist');
  const stamp = path.join(dist, STAMP);
  const digest = sourcesOf(root);
  if (isMadeOf(stamp, digest)) return false;
  // On the file system of the place that it is moved to, and in a folder that git ignores. Two builds at once do not meet.
  const made = path.join(root, 'tools/dist/.web');
  const aside = path.join(made, String(process.pid));
  try {
    await build(root, aside, versionOf(digest));
    await compress(aside);
    writeFileSync(path.join(aside, STAMP), digest);
    rmSync(dist, { recursive: true, force: true });
    renameSync(aside, dist);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  for (const place of readdirSync(made).map((name) => path.join(made, name))) {
    const begun = statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (Date.now() - begun > ABANDONED_MS) rmSync(place, { recursive: true, force: true });
  }
  return true;
}

/** What the support page and its mails call a build: the release, and which sources exactly. */
function versionOf(digest) {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  return `${version}-${digest.slice(0, 8)}`;
}

async function vite(root, outDir, version) {
  const program = path.join(ROOT, 'node_modules/vite/bin/vite.js');
  const args = ['build', 'web', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn', '--configLoader', 'native'];
  const env = { ...process.env, NODE_ENV: 'production', CLIENT_VERSION: version };
  const child = spawn(process.execPath, [program, ...args], { cwd: root, env, stdio: 'inherit' });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error('The web client does not build (see above)');
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

/** Of the sources and the client's variables of the environment. */
function sourcesOf(root) {
  const given = Object.keys(process.env).filter((name) => name.startsWith('VITE_'));
  return digestOf(
    root,
    SOURCES,
    given.sort().map((name) => `${name}\0${process.env[name]}`),
  );
}

await asProgram(import.meta.url, buildClient);
