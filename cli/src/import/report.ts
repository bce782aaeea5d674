import type { Problem } from '@fairmark/server/courses/import/problem';

const PROBLEMS_SHOWN = 200;

/** What a command says of a file that was refused: a line for each problem. */
export function report(file: string, problems: Problem[]): string {
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
