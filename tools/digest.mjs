/** What a build was made of, as one number: times mean nothing after a clone. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** SHA-256 of the names and contents of all files at these places below `root`, and of what else the build depends on. */
export function digestOf(root, places, more = []) {
  const hash = createHash('sha256');
  for (const text of more) hash.update(`${text}\0`);
  for (const place of places.map((name) => path.join(root, name)).filter(existsSync)) {
    const files = statSync(place).isDirectory() ? filesOf(place).map((file) => path.join(place, file)) : [place];
    for (const file of files) {
      const content = readFileSync(file);
      hash.update(`${path.relative(root, file)}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest('hex');
}

/** Paths of all files below a folder, with slashes, in order. */
export function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}
