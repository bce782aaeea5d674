import type { Path } from './problem.js';

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
