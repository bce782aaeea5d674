import { CsvError, parse } from 'csv-parse/sync';
import { columnsUnder, COLUMNS, RECORDS, REQUIRED_COLUMNS, type Column, type RecordKind } from './csv-columns.js';
import { FILE_BOUNDS, isRecord, type LocatedEntry, type Path, type Problem, type ReadFile } from './problem.js';

/**
 * Reads a CSV file: one `course` record for each course, and `tee`, `rating` and `hole` records that name it by its
 * golflinkCourseId. The order of records is free.
 */
export function readCsvCourses(text: string): ReadFile {
  const problems: Problem[] = [];
  const rows = readCsvRows(text, problems);
  const header = rows.shift();
  if (problems.length > 0) return { entries: [], problems };
  if (header === undefined) return { entries: [], problems: [{ line: 1, field: 'file', message: 'is empty' }] };
  problems.push(...headerProblems(header));
  if (problems.length > 0) return { entries: [], problems };
  const drafts = new Map<string, Draft>();
  const records = rows.flatMap((row) => readRecord(header, row, problems));
  for (const record of records) if (record.kind === 'course') addCourse(drafts, record, problems);
  for (const record of records) if (record.kind !== 'course') addPart(drafts, record, problems);
  return { entries: [...drafts.values()].map(located), problems };
}

/** A row of a CSV file; lines count from 1. */
export interface Row {
  line: number;
  cells: string[];
}

interface CsvRecord {
  kind: RecordKind;
  line: number;
  courseId: string;
  cells: Map<string, string>;
}

/** A course under way: its records in the order of the file. */
interface Draft {
  course: CsvRecord;
  tees: CsvRecord[];
  ratings: CsvRecord[];
  holes: CsvRecord[];
}

/** The rows of a CSV file that are not empty, trimmed; a problem where it is none, or has too many. */
export function readCsvRows(text: string, problems: Problem[]): Row[] {
  const rows: Row[] = [];
  try {
    parse(text, {
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
      max_record_size: 20_000,
      to: FILE_BOUNDS.csvRows + 2,
      on_record: (cells: string[], { lines }) => {
        // The option trims around quotes, this within them.
        rows.push({ line: lines, cells: cells.map((cell) => cell.trim()) });
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === 'number' ? error.lines : (rows.at(-1)?.line ?? 0) + 1;
    problems.push({ line, field: 'file', message: `is not CSV: ${error.message}` });
  }
  if (rows.length > FILE_BOUNDS.csvRows + 1) {
    problems.push({ line: 1, field: 'file', message: `must have ${FILE_BOUNDS.csvRows} rows or less` });
  }
  return rows;
}

function headerProblems(header: Row): Problem[] {
  return columnProblems(header, new Set(['record', ...COLUMNS.keys()]), REQUIRED_COLUMNS);
}

/** What is wrong with the first row of a file, which names its columns. */
export function columnProblems(
  { line, cells }: Row,
  known: ReadonlySet<string>,
  required: readonly string[],
): Problem[] {
  const problem = (field: string, message: string): Problem => ({ line, field, message });
  return [
    ...cells
      .filter((name) => !known.has(name))
      .map((name) =>
        problem(name === '' ? 'header' : name, name === '' ? 'has an empty name' : 'is not a known column'),
      ),
    ...cells.filter((name, at) => cells.indexOf(name) < at).map((name) => problem(name, 'is there twice')),
    ...required.filter((name) => !cells.includes(name)).map((name) => problem(name, 'is missing')),
  ];
}

function readRecord(header: Row, row: Row, problems: Problem[]): CsvRecord[] {
  const add = (field: string, message: string): void => void problems.push({ line: row.line, field, message });
  if (row.cells.length !== header.cells.length) {
    add('row', `has ${row.cells.length} cells where the header has ${header.cells.length}`);
    return [];
  }
  const cells = new Map(header.cells.map((name, at) => [name, row.cells[at] ?? ''] as const));
  const kind = RECORDS.find((name) => name === cells.get('record'));
  if (kind === undefined) {
    add('record', `must be one of ${RECORDS.join(', ')}`);
    return [];
  }
  for (const [name, value] of cells) {
    const column = COLUMNS.get(name);
    if (value !== '' && column !== undefined && column.record !== 'any' && column.record !== kind) {
      add(name, `belongs to ${column.record} records, not to ${kind} records`);
    }
  }
  return [{ kind, line: row.line, courseId: cells.get('golflinkCourseId') ?? '', cells }];
}

function addCourse(drafts: Map<string, Draft>, record: CsvRecord, problems: Problem[]): void {
  const before = drafts.get(record.courseId);
  if (before === undefined) drafts.set(record.courseId, { course: record, tees: [], ratings: [], holes: [] });
  else {
    problems.push({
      line: record.line,
      field: 'golflinkCourseId',
      message: `has a course record already, on line ${before.course.line}`,
    });
  }
}

function addPart(drafts: Map<string, Draft>, record: CsvRecord, problems: Problem[]): void {
  const draft = drafts.get(record.courseId);
  if (draft === undefined) {
    problems.push({ line: record.line, field: 'golflinkCourseId', message: 'has no course record in this file' });
    return;
  }
  if (record.kind === 'tee') draft.tees.push(record);
  else if (record.kind === 'rating') draft.ratings.push(record);
  else draft.holes.push(record);
}

function located(draft: Draft): LocatedEntry {
  const { course, tees, ratings, holes } = draft;
  const value = {
    ...valueOf(course),
    tees: tees.map(valueOf),
    ratings: ratings.map(valueOf),
    holes: holes.map((hole) => ({ par: {}, standard: {}, ladiesStandard: {}, ...valueOf(hole) })),
  };
  return { value, locate: (path) => locate(draft, path) };
}

/** The tree that a record's filled cells make. */
function valueOf(record: CsvRecord): Record<string, unknown> {
  const tree: Record<string, unknown> = {};
  for (const [name, cell] of record.cells) {
    const column = COLUMNS.get(name);
    const applies =
      column !== undefined && (column.record === 'any' ? record.kind === 'course' : column.record === record.kind);
    if (cell !== '' && applies) put(tree, column, cell);
  }
  return tree;
}

function put(tree: Record<string, unknown>, { path, read }: Column, cell: string): void {
  let at = tree;
  for (const key of path.slice(0, -1)) {
    const inner = at[key];
    at = isRecord(inner) ? inner : (at[key] = {});
  }
  at[path.at(-1) ?? ''] = read === 'text' ? cell : read === 'number' ? numberOf(cell) : indexOf(cell);
}

/** The number that a cell spells; otherwise the text itself, which the check then refuses. */
export const numberOf = (cell: string): number | string => (/^-?\d{1,9}(\.\d{1,6})?$/.test(cell) ? Number(cell) : cell);

/** `8`, or `8/28/46`. */
const indexOf = (cell: string): unknown => {
  const numbers = cell.split('/').map((part) => numberOf(part.trim()));
  return numbers.length === 1 ? numbers[0] : numbers;
};

function locate(draft: Draft, path: Path): { line: number; field: string } {
  const [list, index] = path;
  const parts = { tees: draft.tees, ratings: draft.ratings, holes: draft.holes } as const;
  if (list === 'tees' || list === 'ratings' || list === 'holes') {
    const record = typeof index === 'number' ? parts[list][index] : undefined;
    if (record === undefined) return { line: draft.course.line, field: `${list.slice(0, -1)} records` };
    return { line: record.line, field: columnsUnder(record.kind, path.slice(2)) };
  }
  return { line: draft.course.line, field: columnsUnder('course', path) };
}
