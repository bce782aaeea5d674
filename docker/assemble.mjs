/**
 * `node docker/assemble.mjs FOLDER`: puts everything that the image consists of into a new folder, out of a clone that is built: the
 * files that image.json lists and the packages from npm that are not in the bundled programs, with what those depend on, found as
 * Node finds them. The Dockerfile runs it.
 */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const { packages, files } = readJson('docker/image.json');
/** Of our files: stamps of builds. */
const NOT_OURS = /(^|\/)\.[^/]*$/;
/** Of packages from npm. Theirs below them are found one by one. */
const NOT_THEIRS = /\/node_modules$|\.d\.[cm]?ts$|\.[cm]?[jt]s\.map$/;

const [folder] = process.argv.slice(2);
if (folder === undefined || (existsSync(folder) && readdirSync(folder).length > 0)) {
  process.stderr.write('Usage: node docker/assemble.mjs FOLDER   (a folder that is not there yet, or empty)\n');
  process.exit(2);
}
// Whichever account builds it: all may read what is in it, root alone may change it.
process.umask(0o022);
for (const place of files) copy(place, NOT_OURS);
const needed = withNeeds(packages.map((name) => find(name, '.')).filter((place) => place !== null));
for (const place of needed) copy(place, NOT_THEIRS);
// What upgrade.sh compares: the events that a build can read, and that it writes.
const { SCHEMA_VERSIONS, WRITTEN_VERSIONS } = await import('@fairmark/events');
writeFileSync(path.join(folder, 'versions.json'), JSON.stringify({ SCHEMA_VERSIONS, WRITTEN_VERSIONS }));
process.stdout.write(`${needed.size} packages from npm\n`);

/** These packages and those that they need to run, as folders of the clone. */
function withNeeds(places) {
  const found = new Set(places);
  // What is added while it is walked is walked too.
  for (const place of found) {
    for (const [name, required] of needsOf(readJson(`${place}/package.json`))) {
      const there = find(name, place);
      if (there !== null) found.add(there);
      else if (required) throw new Error(`${place} needs ${name}, which is not installed`);
    }
  }
  return found;
}

/** What a package needs, and whether it cannot do without. An optional peer has to be asked for by another package. */
function needsOf({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} }) {
  const optional = new Set(Object.keys(optionalDependencies ?? {}));
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta[name]?.optional);
  const names = new Set([...Object.keys(dependencies ?? {}), ...optional, ...peers]);
  return [...names].map((name) => [name, !optional.has(name)]);
}

/** Where Node finds a package that one in `place` asks for; null when it is not installed. */
function find(name, place) {
  for (let at = place; ; at = path.posix.dirname(at)) {
    const there = path.join(ROOT, at, 'node_modules', name);
    if (existsSync(path.join(there, 'package.json'))) return path.relative(ROOT, realpathSync(there));
    if (at === '.') return null;
  }
}

/** Copies a file, or a folder without what is unwanted in it. */
function copy(place, unwanted) {
  const [source, target] = [path.join(ROOT, place), path.join(folder, place)];
  if (!statSync(source).isDirectory()) {
    mkdirSync(path.dirname(target), { recursive: true });
    copyFileSync(source, target);
    // What its owner can run, everybody can.
    chmodSync(target, (statSync(source).mode & 0o100) === 0 ? 0o644 : 0o755);
    return;
  }
  for (const name of readdirSync(source)) {
    const inside = `${place}/${name}`;
    if (!unwanted.test(inside)) copy(inside, unwanted);
  }
}

function readJson(file) {
  return JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));
}
