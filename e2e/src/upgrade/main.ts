import { parseArgs } from 'node:util';
import { ROOT } from '../support/stack.js';
import { makeBuild } from './build.js';
import { exercise } from './exercise.js';
import { keepRelease } from './release.js';

/**
 * `npm run test:upgrade -- REVISION`: runs the build of that revision and this one on one database: every command is
 * sent to one and again to the other, both ways; the projectors replace each other; then a rollback. Exits with 0 if
 * everything worked. `--new REVISION` uses that one instead of this clone. `--keep NAME` instead keeps a database of
 * REVISION in e2e/fixtures/releases for releases.spec.ts.
 */
const options = { new: { type: 'string' }, keep: { type: 'string' } } as const;
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const [revision] = positionals;
const say = (text: string): void => void process.stdout.write(`${text}\n`);
if (revision === undefined || positionals.length > 1) {
  process.stderr.write('Usage: npm run test:upgrade -- REVISION [--new REVISION | --keep NAME]\n');
  process.exit(2);
}
const begun = performance.now();
const here = { folder: ROOT, commit: 'this one', remove: () => undefined };
const before = makeBuild(revision);
try {
  if (values.keep === undefined) await bothAtWork();
  else await keepRelease(values.keep, before);
} catch (error) {
  say(`FAILED: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  before.remove();
}

async function bothAtWork(): Promise<void> {
  const after = values.new === undefined ? here : makeBuild(values.new);
  try {
    say(`The build before is ${before.commit}, the next one ${after.commit}`);
    await exercise({ before: before.folder, after: after.folder, say });
    say(`All is well after ${Math.round((performance.now() - begun) / 1_000)} s`);
  } finally {
    after.remove();
  }
}
