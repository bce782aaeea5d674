import path from 'node:path';
import { failed, NO_DATABASE, runCommand } from '../shell/command.js';
import { importFile } from '@fairmark/server/courses/import/import-file';
import { report } from './report.js';

/** `npm run courses -- import FILE`: brings a club's courses in (docs/courses.md). */

const USAGE = 'Usage: npm run courses -- import FILE   (FILE ends in .json or .csv; docs/courses.md describes both)';

async function main([command, file, ...rest]: string[]): Promise<number> {
  if (command !== 'import' || file === undefined || rest.length > 0) return failed(USAGE, 2);
  const url = process.env.DATABASE_URL;
  if (!url) return failed(NO_DATABASE, 2);
  // npm runs its scripts in the project's folder and says in INIT_CWD where it was called.
  const imported = await importFile(path.resolve(process.env.INIT_CWD ?? '', file), url);
  if (!imported.ok) return failed(report(file, imported.problems), 1);
  const { added, changed, unchanged } = imported.saved;
  process.stdout.write(`${file}: ${added} added, ${changed} changed, ${unchanged} unchanged\n`);
  return 0;
}

await runCommand(main);
