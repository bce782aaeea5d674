import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { PostgresProblem } from './problem.js';

/** Folders of the machine that every account can reach, best first. */
const BASES = ['/var/lib/fairmark', '/var/tmp/fairmark-root'];

/** Under root: a folder that the unprivileged account can reach and only root can write. Throws where there is none. */
export function sharedFolder(): string {
  const problems: string[] = [];
  for (const base of BASES) {
    try {
      makeOpen(base);
      const found = lstatSync(base);
      // Anybody can create a name in /var/tmp; only our own folder is trusted.
      if (found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0) return base;
      problems.push(`${base} is not root's alone`);
    } catch (error) {
      problems.push(String(error));
    }
  }
  throw new PostgresProblem(
    `The database needs a folder that its account can reach: ${problems.join('; ')}. Set DATA_DIR to such a folder`,
  );
}

/** A folder of its own in the shared folder for what belongs to a path of this machine; made if it is not there. */
export function sharedPlace(of: string): string {
  const place = path.join(sharedFolder(), createHash('sha256').update(of).digest('hex').slice(0, 12));
  makeOpen(place);
  return place;
}

/** Makes a folder that others may enter, whatever the umask is. */
function makeOpen(folder: string): void {
  if (mkdirSync(folder, { recursive: true }) !== undefined) chmodSync(folder, 0o755);
}
