import { columnProblems, numberOf, readCsvRows } from '../courses/import/csv-courses.js';
import type { LocatedEntry, Problem, ReadFile } from '../courses/import/problem.js';

const NUMBERS: ReadonlySet<string> = new Set(['slot', 'weekendSlot']);
const REQUIRED = ['record', 'golflinkCourseId', 'text'];
const COLUMNS: ReadonlySet<string> = new Set([...REQUIRED, ...NUMBERS, 'sponsorName', 'from', 'until', 'image', 'alt']);

/** Reads a CSV file of adverts: a row is a record, an empty cell is a field that is not given. */
export function readCsvSponsors(text: string): ReadFile {
  const problems: Problem[] = [];
  const [header, ...rows] = readCsvRows(text, problems);
  if (header === undefined && problems.length === 0) problems.push({ line: 1, field: 'file', message: 'is empty' });
  if (header !== undefined && problems.length === 0) problems.push(...columnProblems(header, COLUMNS, REQUIRED));
  if (header === undefined || problems.length > 0) return { entries: [], problems };
  const entries = rows.flatMap(({ line, cells }): LocatedEntry[] => {
    if (cells.length !== header.cells.length) {
      const message = `has ${cells.length} cells where the header has ${header.cells.length}`;
      problems.push({ line, field: 'row', message });
      return [];
    }
    const fields = header.cells.map((name, at): [string, unknown] => [name, valueOf(name, cells[at] ?? '')]);
    const value = Object.fromEntries(fields.filter(([, cell]) => cell !== ''));
    return [{ value, locate: ([name]) => ({ line, field: name === undefined ? 'row' : String(name) }) }];
  });
  return { entries, problems };
}

const valueOf = (name: string, cell: string): unknown => (NUMBERS.has(name) ? numberOf(cell) : cell);
