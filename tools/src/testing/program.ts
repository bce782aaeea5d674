import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** Path of a program that tests need, such as `redis-server`; null, with a message, when it is not on PATH. */
export function findProgram(name: string): string | null {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)) {
    const program = path.join(folder, name);
    try {
      accessSync(program, constants.X_OK);
      return program;
    } catch {
      // Not in this folder.
    }
  }
  process.stderr.write(
    `SKIPPED: ${name} is not on PATH, so nothing here has run on it. Install it to run these tests.\n`,
  );
  return null;
}
