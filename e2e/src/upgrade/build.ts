import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { shareModules, WORKSPACES } from '../start/support/clone.js';
import { ROOT } from '../support/stack.js';

/** A compiled copy of a revision of the product. */
export interface Build {
  folder: string;
  commit: string;
  remove(): void;
}

const MAX_ARCHIVE = 1_000_000_000;

/** Compiles a revision in a separate folder, with the packages in its lock file. */
export function makeBuild(revision: string): Build {
  const commit = git('rev-parse', '--verify', '--short', `${revision}^{commit}`).toString().trim();
  const folder = mkdtempSync(path.join(tmpdir(), `fairmark-${commit}-`));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    execFileSync('tar', ['-x', '-C', folder], { input: git('archive', commit) });
    const shared = isLocked(folder) ? WORKSPACES.filter((name) => existsSync(path.join(folder, name))) : [];
    for (const name of shared) shareModules(path.join(ROOT, name), path.join(folder, name));
    // Like its own `npm start` without the client: install what is missing, and compile.
    const script = `import('./tools/prepare.mjs').then(({ prepare, PRODUCT }) => prepare(PRODUCT))`;
    execFileSync(process.execPath, ['-e', script], { cwd: folder, stdio: 'inherit' });
    return { folder, commit, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Whether it needs exactly the packages installed here: linking them takes a second, installing a minute. */
function isLocked(folder: string): boolean {
  const [theirs, ours] = [folder, ROOT].map((each) => readFileSync(path.join(each, 'package-lock.json'), 'utf8'));
  return theirs === ours;
}

function git(...args: string[]): Buffer {
  return execFileSync('git', args, { cwd: ROOT, maxBuffer: MAX_ARCHIVE });
}
