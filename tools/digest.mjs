/** Shared by builds: a hash of sources, as file times mean nothing after a clone, and running programs. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this clone. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Runs `work` if the script was started as a program. */
export async function asProgram(script, work) {
  if (process.argv[1] !== fileURLToPath(script)) return;
  try {
    await work();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** Runs a program to its end on this terminal, and resolves to its exit code. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    // Ctrl-C reaches the program too; npm then tidies up, so the clone has to stay locked until it ends.
    const end = () => child.once('close', () => process.exit(130));
    process.on('SIGINT', end);
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', ...options });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      process.off('SIGINT', end);
      if (signal === 'SIGKILL') console.error('It ended with SIGKILL, as when memory runs out.');
      resolve(code ?? 1);
    });
  });
}

/** Whether the stamp is of a build from sources with this digest. */
export function isMadeOf(stamp, digest) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === digest;
}

/** SHA-256 of the names and contents of all files at these places below `root`, and of the texts in `more`. */
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
