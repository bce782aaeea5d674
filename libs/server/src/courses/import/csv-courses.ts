import { numberOf, readCsvTable, type Row } from './csv-table.js';
import { isRecord, type Path, type Problem, type RawEntry, type ReadFile } from './entry-file.js';

const RECORDS = ['course', 'tee', 'rating', 'hole'] as const;
type RecordKind = (typeof RECORDS)[number];

/** A column: the kind of record that it belongs to, and the path of its value in the record. */
interface Column {
  name: string;
  record: RecordKind;
  path: readonly string[];
  read: (cell: string) => unknown;
  needed: boolean;
}

/** Columns, each as its name and, if that differs, the path of its value: `name=path.of.value`. */
const columns = (record: RecordKind, read: Column['read'], needed: boolean, specs: string): Column[] =>
  specs.split(' ').map((spec) => {
    const [name = '', path = name] = spec.split('=');
    return { name, record, path: path.split('.'), read, needed };
  });

const text = (cell: string): string => cell;

function index(cell: string): unknown {
  const numbers = cell.split('/').map((part) => numberOf(part.trim()));
  return numbers.length === 1 ? numbers[0] : numbers;
}

/** Columns such as `championshipDistance` and `championshipIndex`, for `championship.distance` and `.index`. */
const played = (name: string, needed: boolean): Column[] => [
  ...columns('hole', numberOf, needed, `${name}Distance=${name}.distance`),
  ...columns('hole', index, needed, `${name}Index=${name}.index`),
];

const COURSE_ID = 'golflinkCourseId';
const COLUMNS: readonly Column[] = [
  ...columns('course', text, true, `${COURSE_ID} name clubName courseName state`),
  ...columns('course', text, false, 'timeZone image'),
  ...columns('tee', text, true, 'tee'),
  ...columns('tee', text, false, 'teeName=name teeColour=colour'),
  ...columns('rating', text, true, 'ratingKind'),
  ...columns('rating', numberOf, true, 'slope scratch ratingPar=par'),
  ...columns('rating', text, false, 'ratingCopy'),
  ...columns('hole', numberOf, true, 'hole=number parMens=par.mens parLadies=par.ladies'),
  ...columns('hole', numberOf, true, 'parMensChampionship=par.mensChampionship'),
  ...columns('hole', numberOf, true, 'parLadiesChampionship=par.ladiesChampionship'),
  ...['standard', 'ladiesStandard'].flatMap((name) => played(name, true)),
  ...['championship', 'ladiesChampionship', 'pro', 'ladiesPro'].flatMap((name) => played(name, false)),
];
const HEADER = {
  known: ['record', ...COLUMNS.map(({ name }) => name)],
  required: ['record', ...COLUMNS.filter(({ needed }) => needed).map(({ name }) => name)],
};

type Tree = Record<string, unknown>;
type Rows = Record<RecordKind, Row[]>;

/** Reads a `course` record per course, and `tee`, `rating` and `hole` records with its number, in any order. */
export function readCsvCourses(csv: string): ReadFile {
  const problems: Problem[] = [];
  const refuse = ({ line }: Row, field: string, message: string): void => void problems.push({ line, field, message });
  const courses = new Map<string, Rows>();
  for (const row of readCsvTable(csv, HEADER, problems)) {
    const kind = RECORDS.find((name) => name === row.cells.get('record'));
    if (kind === undefined) {
      refuse(row, 'record', `must be one of ${RECORDS.join(', ')}`);
      continue;
    }
    for (const { name, record } of COLUMNS) {
      const isForeign = name !== COURSE_ID && record !== kind && row.cells.get(name);
      if (isForeign) refuse(row, name, `belongs to ${record} records, not to ${kind} records`);
    }
    const id = row.cells.get(COURSE_ID) ?? '';
    const rows = courses.get(id) ?? { course: [], tee: [], rating: [], hole: [] };
    courses.set(id, rows);
    rows[kind].push(row);
  }
  const entries = [...courses.values()].flatMap((rows): RawEntry[] => {
    const [course, ...others] = rows.course;
    for (const row of others) refuse(row, COURSE_ID, `already has a course record, on line ${course?.line}`);
    if (course !== undefined) return [entryOf(course, rows)];
    for (const row of Object.values(rows).flat()) refuse(row, COURSE_ID, 'has no course record in this file');
    return [];
  });
  return { entries, problems };
}

function entryOf(course: Row, rows: Rows): RawEntry {
  const list = (kind: RecordKind): Tree[] => rows[kind].map((row) => read(row, kind));
  const value = { ...read(course, 'course'), tees: list('tee'), ratings: list('rating'), holes: list('hole') };
  const locate = (path: Path): { line: number; field: string } => {
    const [list, at, ...rest] = path;
    const kind = RECORDS.find((name) => list === `${name}s`);
    if (kind === undefined) return { line: course.line, field: columnsAt('course', path) };
    const row = rows[kind][Number(at)];
    return row === undefined
      ? { line: course.line, field: `${kind} records` }
      : { line: row.line, field: columnsAt(kind, rest) };
  };
  return { value, locate };
}

/** The columns whose values are at a path of a record, or within that. */
function columnsAt(kind: RecordKind, path: Path): string {
  if (path.length === 0) return `${kind} record`;
  const isThere = ({ record, path: own }: Column): boolean =>
    record === kind && own.every((key, at) => at >= path.length || path[at] === key);
  const names = COLUMNS.filter(isThere).map(({ name }) => name);
  return names.join(', ');
}

function read({ cells }: Row, kind: RecordKind): Tree {
  const tree: Tree = kind === 'hole' ? { par: {}, standard: {}, ladiesStandard: {} } : {};
  for (const { name, record, path, read: valueOf } of COLUMNS) {
    const cell = cells.get(name);
    if (record === kind && cell) put(tree, path, valueOf(cell));
  }
  return tree;
}

function put(tree: Tree, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) tree[key] = value;
  else put(isRecord(tree[key]) ? tree[key] : (tree[key] = {}), rest, value);
}
