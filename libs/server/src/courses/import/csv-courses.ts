import { numberOf, readCsvTable, type Row } from './csv-table.js';
import { isRecord, pathOf, type Place, type Problem, type ReadFile } from './entry-file.js';

const RECORDS = ['course', 'tee', 'rating', 'hole'] as const;
type RecordKind = (typeof RECORDS)[number];

/** A column: the kind of record that it belongs to, and the path of its value in the record. */
interface Column {
  record: RecordKind;
  path: readonly string[];
  read: (cell: string) => unknown;
  required: boolean;
}

const column =
  (read: Column['read']) =>
  (record: RecordKind, path: string[], required = true): Column => ({ record, path, read, required });
/** A stroke index is `8` or `8/28/46`. */
const [text, number, index] = [
  column((cell) => cell),
  column(numberOf),
  column((cell) => {
    const numbers = cell.split('/').map((part) => numberOf(part.trim()));
    return numbers.length === 1 ? numbers[0] : numbers;
  }),
];

/** Columns such as `championshipDistance` and `championshipIndex`, for `championship.distance` and `.index`. */
function played(name: string, required: boolean): [string, Column][] {
  return [
    [`${name}Distance`, number('hole', [name, 'distance'], required)],
    [`${name}Index`, index('hole', [name, 'index'], required)],
  ];
}

/** The column by which every record names its course. */
const COURSE_ID = 'golflinkCourseId';
const COLUMNS: ReadonlyMap<string, Column> = new Map<string, Column>([
  [COURSE_ID, text('course', [COURSE_ID])],
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

const HEADER = {
  known: ['record', ...COLUMNS.keys()],
  required: ['record', ...[...COLUMNS].filter(([, { required }]) => required).map(([name]) => name)],
};

type Tree = Record<string, unknown>;

/** A course under construction from its records. */
interface Draft {
  value: Tree & Record<'tees' | 'ratings' | 'holes', Tree[]>;
  places: Map<string, Place>;
}

const LISTS = { tee: 'tees', rating: 'ratings', hole: 'holes' } as const;

/**
 * Reads a CSV file with one `course` record per course, and `tee`, `rating` and `hole` records that refer to it by
 * golflinkCourseId. Records may be in any order.
 */
export function readCsvCourses(text: string): ReadFile {
  const problems: Problem[] = [];
  const refuse = ({ line }: Row, field: string, message: string): void => void problems.push({ line, field, message });
  const rows = readCsvTable(text, HEADER, problems);
  const courses = new Map<string, Draft>();
  const parts: { row: Row; kind: keyof typeof LISTS }[] = [];
  for (const row of rows) {
    const kind = RECORDS.find((name) => name === row.cells.get('record'));
    if (kind === undefined) {
      refuse(row, 'record', `must be one of ${RECORDS.join(', ')}`);
      continue;
    }
    for (const [name, cell] of row.cells) {
      const owner: string = (name !== COURSE_ID && COLUMNS.get(name)?.record) || kind;
      if (cell !== '' && owner !== kind) refuse(row, name, `belongs to ${owner} records, not to ${kind} records`);
    }
    const before = courses.get(courseOf(row));
    if (kind !== 'course') parts.push({ row, kind });
    else if (before === undefined) courses.set(courseOf(row), begin(row));
    else refuse(row, COURSE_ID, `already has a course record, on line ${before.places.get('')?.line}`);
  }
  for (const { row, kind } of parts) {
    const draft = courses.get(courseOf(row));
    if (draft === undefined) refuse(row, COURSE_ID, 'has no course record in this file');
    else add(draft, kind, row);
  }
  return { entries: [...courses.values()], problems };
}

const courseOf = ({ cells }: Row): string => cells.get(COURSE_ID) ?? '';

function begin(row: Row): Draft {
  const places = new Map<string, Place>();
  for (const [kind, list] of Object.entries(LISTS)) places.set(list, { line: row.line, field: `${kind} records` });
  return { value: { ...read(row, 'course', { path: '', places }), tees: [], ratings: [], holes: [] }, places };
}

function add({ value, places }: Draft, kind: keyof typeof LISTS, row: Row): void {
  const list = value[LISTS[kind]];
  const tree = read(row, kind, { path: pathOf(LISTS[kind], list.length), places });
  list.push(kind === 'hole' ? { par: {}, standard: {}, ladiesStandard: {}, ...tree } : tree);
}

/** Builds a record's tree from its filled cells. Notes the place of each column, and of each group of columns. */
function read(row: Row, kind: RecordKind, { path, places }: { path: string; places: Map<string, Place> }): Tree {
  const { line, cells } = row;
  const tree: Tree = {};
  places.set(path, { line, field: `${kind} record` });
  for (const [name, column] of COLUMNS) {
    if (column.record !== kind) continue;
    let at = path;
    for (const key of column.path) {
      at = pathOf(at, key);
      const others = places.get(at)?.field;
      places.set(at, { line, field: others === undefined ? name : `${others}, ${name}` });
    }
    const cell = cells.get(name) ?? '';
    if (cell !== '') put(tree, column.path, column.read(cell));
  }
  return tree;
}

function put(tree: Tree, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) tree[key] = value;
  else put(isRecord(tree[key]) ? tree[key] : (tree[key] = {}), rest, value);
}
