import type { Problem } from '@fairmark/server/courses/import/problem';
import { Failed } from '../shell/failure.js';

const PROBLEMS_SHOWN = 200;

/** Why a file was refused: a line for each problem. */
export function refused(file: string, problems: readonly Problem[]): Failed {
  const lines = problems
    .slice(0, PROBLEMS_SHOWN)
    .map(({ line, field, message }) => `${file}:${line}: ${field} ${message}`);
  const more = problems.length - lines.length;
  const said = [
    ...lines,
    ...(more > 0 ? [`and ${more} more`] : []),
    `Nothing was imported: ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}.`,
  ];
  return new Failed(said.join('\n'), lines);
}
