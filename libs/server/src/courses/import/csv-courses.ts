import { numberOf, readCsvTable, type Row } from './csv-table.js';
import { isRecord, type LocatedEntry, type Path, type Problem, type ReadFile } from './problem.js';

/** Columns of the CSV format: which kind of record each belongs to, and where in a course its value stands. */

export const RECORDS = ['course', 'tee', 'rating', 'hole'] as const;
export type RecordKind = (typeof RECORDS)[number];

export interface Column {
  record: RecordKind | 'any';
  path: readonly string[];
  read: 'text' | 'number' | 'index';
  required: boolean;
}

const column =
  (read: Column['read']) =>
  (record: Column['record'], path: string[], required = true): Column => ({ record, path, read, required });
const [text, number, index] = [column('text'), column('number'), column('index')];

/** `championshipDistance` and `championshipIndex` stand for `championship.distance` and `championship.index`. */
function played(name: string, required: boolean): [string, Column][] {
  return [
    [`${name}Distance`, number('hole', [name, 'distance'], required)],
    [`${name}Index`, index('hole', [name, 'index'], required)],
  ];
}

export const COLUMNS: ReadonlyMap<string, Column> = new Map<string, Column>([
  ['golflinkCourseId', text('any', ['golflinkCourseId'])],
  ['name', text('course', ['name'])],
  ['clubName', text('course', ['clubName'])],
  ['courseName', text('course', ['courseName'])],
  ['state', text('course', ['state'])],
  ['timeZone', text('course', ['timeZone'], false)],
  ['image', text('course', ['image'], false)],
  ['tee', text('tee', ['tee'])],
  ['teeName', text('tee', ['name'], false)],
  ['teeColour', text('tee', ['colour'], false)],
  ['ratingKind', text('rating', ['ratingKind'])],
  ['slope', number('rating', ['slope'])],
  ['scratch', number('rating', ['scratch'])],
  ['ratingCopy', text('rating', ['ratingCopy'], false)],
  ['ratingPar', number('rating', ['par'])],
  ['hole', number('hole', ['number'])],
  ['parMens', number('hole', ['par', 'mens'])],
  ['parLadies', number('hole', ['par', 'ladies'])],
  ['parMensChampionship', number('hole', ['par', 'mensChampionship'])],
  ['parLadiesChampionship', number('hole', ['par', 'ladiesChampionship'])],
  ...played('standard', true),
  ...played('ladiesStandard', true),
  ...played('championship', false),
  ...played('ladiesChampionship', false),
  ...played('pro', false),
  ...played('ladiesPro', false),
]);

export const REQUIRED_COLUMNS: readonly string[] = [
  'record',
  ...[...COLUMNS].filter(([, column]) => column.required).map(([name]) => name),
];

/** The column that holds a value of a record, the columns that hold its parts, or else the record itself. */
export function columnsUnder(kind: RecordKind, path: Path): string {
  if (path.length === 0) return `${kind} record`;
  const belongs = ({ record }: Column): boolean => record === kind || (record === 'any' && kind === 'course');
  const names = [...COLUMNS]
    .filter(([, column]) => belongs(column) && column.path.every((key, at) => at >= path.length || key === path[at]))
    .map(([name]) => name);
  return names.length === 0 ? `${kind} record` : names.join(', ');
}

interface CsvRecord extends Row {
  kind: RecordKind;
  courseId: string;
}

/** The records of a course, in the order of the file. */
type Draft = { course: CsvRecord } & Record<Exclude<RecordKind, 'course'>, CsvRecord[]>;

const LISTS = { tees: 'tee', ratings: 'rating', holes: 'hole' } as const;

/**
 * Reads a CSV file: one `course` record for each course, and `tee`, `rating` and `hole` records that
 * name it by its golflinkCourseId. The order of records is free.
 */
export function readCsvCourses(text: string): ReadFile {
  const problems: Problem[] = [];
  const refuse = (line: number, field: string, message: string): void => void problems.push({ line, field, message });
  const rows = readCsvTable(text, { known: ['record', ...COLUMNS.keys()], required: REQUIRED_COLUMNS }, problems);
  const records = rows.flatMap((row): CsvRecord[] => {
    const kind = RECORDS.find((name) => name === row.cells.get('record'));
    if (kind === undefined) refuse(row.line, 'record', `must be one of ${RECORDS.join(', ')}`);
    return kind === undefined ? [] : [{ ...row, kind, courseId: row.cells.get('golflinkCourseId') ?? '' }];
  });
  const drafts = new Map<string, Draft>();
  for (const record of records.filter(({ kind }) => kind === 'course')) {
    const before = drafts.get(record.courseId)?.course.line;
    if (before === undefined) drafts.set(record.courseId, { course: record, tee: [], rating: [], hole: [] });
    else refuse(record.line, 'golflinkCourseId', `has a course record already, on line ${before}`);
  }
  for (const record of records) {
    const { kind, line, courseId, cells } = record;
    for (const [name, value] of cells) {
      const owner = COLUMNS.get(name)?.record ?? 'any';
      if (value !== '' && owner !== 'any' && owner !== kind) {
        refuse(line, name, `belongs to ${owner} records, not to ${kind} records`);
      }
    }
    if (kind === 'course') continue;
    const draft = drafts.get(courseId);
    if (draft === undefined) refuse(line, 'golflinkCourseId', 'has no course record in this file');
    else draft[kind].push(record);
  }
  return { entries: [...drafts.values()].map(located), problems };
}

function located(draft: Draft): LocatedEntry {
  const value = {
    ...valueOf(draft.course),
    tees: draft.tee.map(valueOf),
    ratings: draft.rating.map(valueOf),
    holes: draft.hole.map((hole) => ({ par: {}, standard: {}, ladiesStandard: {}, ...valueOf(hole) })),
  };
  return { value, locate: (path) => locate(draft, path) };
}

/** The tree that a record's filled cells make. */
function valueOf({ kind, cells }: CsvRecord): Record<string, unknown> {
  const tree: Record<string, unknown> = {};
  for (const [name, cell] of cells) {
    const column = COLUMNS.get(name);
    const owner = column?.record === 'any' ? 'course' : column?.record;
    if (cell !== '' && column !== undefined && owner === kind) put(tree, column, cell);
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

/** `8`, or `8/28/46`. */
const indexOf = (cell: string): unknown => {
  const numbers = cell.split('/').map((part) => numberOf(part.trim()));
  return numbers.length === 1 ? numbers[0] : numbers;
};

function locate(draft: Draft, path: Path): { line: number; field: string } {
  const [list, index, ...rest] = path;
  const { course } = draft;
  if (list !== 'tees' && list !== 'ratings' && list !== 'holes') {
    return { line: course.line, field: columnsUnder('course', path) };
  }
  const kind = LISTS[list];
  const record = draft[kind][Number(index ?? -1)];
  if (record === undefined) return { line: course.line, field: `${kind} records` };
  return { line: record.line, field: columnsUnder(kind, rest) };
}
