import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { PostgresProblem } from './problem.js';

/** Folders that every account can reach, in order of preference. */
const BASES = ['/var/lib/fairmark', '/var/tmp/fairmark-root'];

/** Under root, a folder that the unprivileged account can reach and only root can write. Throws if there is none. */
export function sharedFolder(): string {
  const problems: string[] = [];
  for (const base of BASES) {
    try {
      makeOpen(base);
      const found = lstatSync(base);
      // Every account can create entries in /var/tmp: trust only a folder of our own.
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

/** The subfolder of the shared folder for what belongs to a path of this machine; created if missing. */
export function sharedPlace(of: string): string {
  const place = path.join(sharedFolder(), createHash('sha256').update(of).digest('hex').slice(0, 12));
  makeOpen(place);
  return place;
}

/** Creates a folder that others may enter, regardless of the umask. */
function makeOpen(folder: string): void {
  if (mkdirSync(folder, { recursive: true }) !== undefined) chmodSync(folder, 0o755);
}
