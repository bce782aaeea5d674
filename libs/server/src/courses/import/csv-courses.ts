import { columns, numberOf, readCsvTable, valuesOf, type Column, type Row } from './csv-table.js';
import type { FileEntry, Path, Refuse, Report } from './entry-file.js';

const RECORDS = ['course', 'tee', 'rating', 'hole'] as const;
type RecordKind = (typeof RECORDS)[number];

function index(cell: string): unknown {
  const numbers = cell.split('/').map((part) => numberOf(part.trim()));
  return numbers.length === 1 ? numbers[0] : numbers;
}

/** Columns such as `championshipDistance` and `championshipIndex`, for `championship.distance` and `.index`. */
const played = (name: string, needed: boolean): Column[] => [
  ...columns(numberOf, needed, `${name}Distance=${name}.distance`),
  ...columns(index, needed, `${name}Index=${name}.index`),
];

const COURSE_ID = 'golflinkCourseId';
const COLUMNS: Readonly<Record<RecordKind, readonly Column[]>> = {
  course: [
    ...columns(String, true, `${COURSE_ID} name clubName courseName state`),
    ...columns(String, false, 'timeZone image'),
  ],
  tee: [...columns(String, true, 'tee'), ...columns(String, false, 'teeName=name teeColour=colour')],
  rating: [
    ...columns(String, true, 'ratingKind'),
    ...columns(numberOf, true, 'slope scratch ratingPar=par'),
    ...columns(String, false, 'ratingCopy'),
  ],
  hole: [
    ...columns(numberOf, true, 'hole=number parMens=par.mens parLadies=par.ladies'),
    ...columns(numberOf, true, 'parMensChampionship=par.mensChampionship'),
    ...columns(numberOf, true, 'parLadiesChampionship=par.ladiesChampionship'),
    ...['standard', 'ladiesStandard'].flatMap((name) => played(name, true)),
    ...['championship', 'ladiesChampionship', 'pro', 'ladiesPro'].flatMap((name) => played(name, false)),
  ],
};
const HEADER = [...columns(String, true, 'record'), ...Object.values(COLUMNS).flat()];

type Rows = Record<RecordKind, Row[]>;

/** Reads a `course` record per course, and `tee`, `rating` and `hole` records with its number, in any order. */
export function readCsvCourses(csv: string, report: Report): FileEntry[] {
  const courses = new Map<string, Rows>();
  for (const row of readCsvTable(csv, HEADER, report)) {
    const { line, cells } = row;
    const kind = RECORDS.find((name) => name === cells.get('record'));
    if (kind === undefined) {
      report(line, 'record', `must be one of ${RECORDS.join(', ')}`);
      continue;
    }
    for (const other of RECORDS.filter((name) => name !== kind)) {
      const foreign = COLUMNS[other].filter(({ name }) => name !== COURSE_ID && cells.get(name));
      for (const { name } of foreign) report(line, name, `belongs to ${other} records, not to ${kind} records`);
    }
    const id = cells.get(COURSE_ID) ?? '';
    const rows = courses.get(id) ?? { course: [], tee: [], rating: [], hole: [] };
    courses.set(id, rows);
    rows[kind].push(row);
  }
  return [...courses.values()].flatMap((rows) => {
    const [course, ...others] = rows.course;
    for (const { line } of others) report(line, COURSE_ID, `already has a course record, on line ${course?.line}`);
    if (course !== undefined) return [entryOf(course, rows, report)];
    for (const { line } of Object.values(rows).flat()) report(line, COURSE_ID, 'has no course record in this file');
    return [];
  });
}

function entryOf(course: Row, rows: Rows, report: Report): FileEntry {
  const entry = {
    ...valuesOf(course, COLUMNS.course),
    tees: rows.tee.map((row) => valuesOf(row, COLUMNS.tee)),
    ratings: rows.rating.map((row) => valuesOf(row, COLUMNS.rating)),
    // A missing cell is reported as such, rather than a missing group of cells.
    holes: rows.hole.map((row) => valuesOf(row, COLUMNS.hole, { par: {}, standard: {}, ladiesStandard: {} })),
  };
  const refuse: Refuse = (path, message) => {
    const [list, at, ...rest] = path;
    const kind = RECORDS.find((name) => list === `${name}s`);
    const row = kind && rows[kind][Number(at)];
    if (kind === undefined) report(course.line, columnsAt('course', path), message);
    else if (row === undefined) report(course.line, `${kind} records`, message);
    else report(row.line, columnsAt(kind, rest), message);
  };
  return { entry, line: course.line, refuse };
}

/** The columns whose values are at a path of a record, or within that. */
function columnsAt(kind: RecordKind, path: Path): string {
  if (path.length === 0) return `${kind} record`;
  const isThere = ({ path: own }: Column): boolean => own.every((key, at) => at >= path.length || path[at] === key);
  return COLUMNS[kind]
    .filter(isThere)
    .map(({ name }) => name)
    .join(', ');
}
