import path from 'node:path';
import { failed, NO_DATABASE, runCommand } from '../platform/command.js';
import { importFile } from './import/import-file.js';
import type { Problem } from './import/problem.js';

/** `npm run courses -- import FILE`: brings a club's courses in (docs/courses.md). */

const USAGE = 'Usage: npm run courses -- import FILE   (FILE ends in .json or .csv; docs/courses.md describes both)';
const PROBLEMS_SHOWN = 200;

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

function report(file: string, problems: Problem[]): string {
  const shown = problems
    .slice(0, PROBLEMS_SHOWN)
    .map(({ line, field, message }) => `${file}:${line}: ${field} ${message}`);
  const more = problems.length - shown.length;
  return [
    ...shown,
    ...(more > 0 ? [`and ${more} more`] : []),
    `Nothing was imported: ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}.`,
  ].join('\n');
}

await runCommand(main);
