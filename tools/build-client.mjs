/**
 * Builds the web client into `web/dist`, which the api serves: `node tools/build-client.mjs`, or when a clone is made
 * ready. Does nothing if the sources are those of the last build. A build is made elsewhere and replaces the last one
 * whole, so that no unfinished one is served; a running api has its own build's assets in ASSETS_DIR.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { asProgram, digestOf, filesOf, isMadeOf, ROOT, run } from './digest.mjs';

const DIST = path.join(ROOT, 'web/dist');

/** Everything that the build depends on; of our libraries, the compiled code. */
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
/** In the built folder, so that it is deleted with it; a dot file, so that it is not served. */
const STAMP = '.sources';
const TEXT = /\.(js|css|svg|json|webmanifest|txt)$/;
const WORTH_COMPRESSING_BYTES = 1_024;

/** Builds the client unless it is up to date. Its libraries must be compiled. May throw. */
export async function buildClient() {
  const given = Object.keys(process.env).filter((name) => name.startsWith('VITE_'));
  const variables = given.sort().map((name) => `${name}\0${process.env[name]}`);
  const digest = digestOf(ROOT, SOURCES, variables);
  if (isMadeOf(path.join(DIST, STAMP), digest)) return;
  // On the same file system as `dist`, for the rename, and ignored by git. Concurrent builds have separate folders.
  const temporary = path.join(ROOT, 'tools/dist/.web', String(process.pid));
  try {
    await vite(temporary, versionOf(digest));
    await compress(temporary);
    writeFileSync(path.join(temporary, STAMP), digest);
    rmSync(DIST, { recursive: true, force: true });
    renameSync(temporary, DIST);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Names a build on the support page and in its mails: the release and a hash of the sources. */
function versionOf(digest) {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  return `${version}-${digest.slice(0, 8)}`;
}

async function vite(outDir, version) {
  const program = path.join(ROOT, 'node_modules/vite/bin/vite.js');
  const args = ['build', 'web', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn', '--configLoader', 'native'];
  const env = { ...process.env, NODE_ENV: 'production', CLIENT_VERSION: version };
  const code = await run(process.execPath, [program, ...args], { env });
  if (code !== 0) throw new Error('The web client does not build (see above)');
}

/** Writes `.br` and `.gz` beside every text worth compressing. The api compresses the page itself. */
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

await asProgram(import.meta.url, buildClient);
