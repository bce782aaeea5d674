/**
 * Bundles the programs into `dist/` from the code that tsc compiled: loading the api's 2,000 modules one by one took
 * more processor time than the rest of its start (ADR 21). Does nothing if the compiled code has not changed since the
 * last bundle.
 */
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
import { asProgram, digestOf, isMadeOf, ROOT } from './digest.mjs';

const DIST = path.join(ROOT, 'dist');

/** Names in `dist/`, and the entry module of each program or thread. */
const ENTRIES = {
  api: 'services/api/dist/main.js',
  projector: 'services/projector/dist/main.js',
  'rebuild.thread': 'services/projector/dist/rebuild/rebuild.thread.js',
  fairmark: 'cli/dist/fairmark.main.js',
  healthcheck: 'docker/healthcheck.mjs',
};
const COMPILED = ['scoring', 'contract', 'events', 'event-store', 'server', 'read-models'].map(
  (lib) => `libs/${lib}/dist`,
);
const SOURCES = [
  ...COMPILED,
  'services/api/dist',
  'services/projector/dist',
  'cli/dist',
  'cli/assets',
  'package-lock.json',
  'docker/healthcheck.mjs',
  'docker/image.json',
  'tools/build-programs.mjs',
];
const STAMP = path.join(DIST, '.sources');
/**
 * Names the build to its programs (`buildVersion` of cli), in the image too: by what they are made of, as the compiled
 * code of two clones of a commit differs in notes of the compiler and in leftovers.
 */
const BUILD = path.join(DIST, 'build');
/** Names of the last bundle's files, a line each. */
const PARTS = path.join(DIST, '.parts');
/** For so long after it was replaced, a running process may still load chunks of an earlier bundle. */
const KEPT_MS = 86_400_000;

/** Whether the bundles are those of the compiled code. */
export function areProgramsBuilt() {
  return isMadeOf(STAMP, digestOf(ROOT, SOURCES));
}

/** Bundles the programs of this clone unless they are up to date. They must be compiled. May throw. */
async function buildPrograms() {
  const digest = digestOf(ROOT, SOURCES);
  if (isMadeOf(STAMP, digest)) return;
  const { rolldown } = await import('rolldown');
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'docker/image.json'), 'utf8'));
  const bundle = await rolldown({
    cwd: ROOT,
    input: ENTRIES,
    platform: 'node',
    // Compiled code needs none, and the image's build lacks the files of other rooms.
    tsconfig: false,
    // Among them reflect-metadata: in a bundle it would run after the modules of Nest that need it.
    external: (id) => packages.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [besideItself],
    onLog(level, log, print) {
      // Packages try to load optional ones that may not be installed.
      if (log.code !== 'UNRESOLVED_IMPORT') print(level, log);
    },
  });
  // Comments on types would be an eighth of what Node reads.
  const { output } = await bundle.generate({ format: 'esm', comments: { jsdoc: false } });
  await bundle.close();
  mkdirSync(DIST, { recursive: true });
  // Entries last, and each file atomically: a process that starts in the meantime finds all parts of either bundle.
  for (const { fileName, code } of output.toSorted((one, other) => Number(one.isEntry) - Number(other.isEntry))) {
    const temporary = path.join(DIST, `.${fileName}.${process.pid}`);
    writeFileSync(temporary, code);
    renameSync(temporary, path.join(DIST, fileName));
  }
  const made = output.map(({ fileName }) => fileName);
  const replaced = existsSync(PARTS) ? readFileSync(PARTS, 'utf8').split('\n') : readdirSync(DIST);
  for (const name of readdirSync(DIST).filter((file) => file.endsWith('.js') && !made.includes(file))) {
    const file = path.join(DIST, name);
    // A file's time is when it was replaced.
    if (replaced.includes(name)) utimesSync(file, new Date(), new Date());
    else if (Date.now() - statSync(file).mtimeMs > KEPT_MS) rmSync(file);
  }
  writeFileSync(PARTS, made.join('\n'));
  const contents = output.map(({ fileName, code }) => `${fileName}\0${code}`).sort();
  writeFileSync(BUILD, digestOf(ROOT, ['cli/assets'], contents));
  writeFileSync(STAMP, digest);
}

/** Makes `new URL('file', import.meta.url)` name the same file after bundling, or the entry bundled from it. */
const besideItself = {
  name: 'beside-itself',
  transform(code, id) {
    if (!code.includes('import.meta.url') || /[\\/]node_modules[\\/]/.test(id)) return null;
    return code.replaceAll(/new URL\('(\.[^']+)', import\.meta\.url\)/g, (_, relative) => {
      const file = path.relative(ROOT, path.resolve(path.dirname(id), relative)).replaceAll(path.sep, '/');
      const [name] = Object.entries(ENTRIES).find(([, entry]) => entry === file) ?? [];
      return `new URL('${name === undefined ? `../${file}` : `./${name}.js`}', import.meta.url)`;
    });
  },
};

await asProgram(import.meta.url, buildPrograms);
