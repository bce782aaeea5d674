/**
 * The clubhouse's tables as the verification sees them: by which id a stream's rows are found, what names a row, and the columns
 * that are compared, in this order. Kept apart from what the projector writes: a column that it forgets shows here.
 */
export interface VerifiedTable {
  /** The column that holds the id in the stream's name. */
  of: string;
  /** Columns that name a row; texts of them, with a space between, are its key. */
  key: readonly string[];
  columns: readonly string[];
  /** Columns that are moments in time. */
  times: readonly string[];
}

/** Names, as one line says them. */
const named = (names: string): readonly string[] => names.split(/\s+/).filter((name) => name !== '');

/** By name. `parked_events` is read, not compared: it is no function of the log. */
export const VERIFIED_TABLES = {
  matches: {
    of: 'match_id',
    key: ['match_id'],
    columns: named(`host_id status play_type match_type tee course_id course_name club_name layout_name
      created_at started_at day`),
    times: ['created_at', 'started_at'],
  },
  player_matches: {
    of: 'match_id',
    key: ['user_id', 'match_id'],
    columns: named('open created_at started_at'),
    times: ['created_at', 'started_at'],
  },
  invites: { of: 'match_id', key: ['invite_id'], columns: named('user_id match_id status'), times: [] },
  rounds: {
    of: 'match_id',
    key: ['match_id', 'user_id'],
    columns: named(`marker_id course_id course_name club_name layout_name day started_at match_type daily_handicap
      player_holes marker_holes player_signed marker_signed verified verified_at withdrawn strokes pars stroke_indexes
      stableford par nett_to_par includes_no_score corrected_at`),
    times: ['started_at', 'verified_at', 'corrected_at'],
  },
  competitions: {
    of: 'competition_id',
    key: ['competition_id'],
    columns: named('host_id status players created_at verified_before'),
    times: ['created_at', 'verified_before'],
  },
} as const satisfies Record<string, VerifiedTable>;

export type TableName = keyof typeof VERIFIED_TABLES;
export const TABLE_NAMES = Object.keys(VERIFIED_TABLES) as TableName[];

/** A row: the id of the stream that it belongs to, and the values of its columns in their order (times as ISO 8601 in milliseconds, days as text). */
export interface Row {
  id: string;
  values: readonly unknown[];
}

/** Rows by their keys, of one table. */
export type Rows = Map<string, Row>;

/** Rows of every table. */
export type TableRows = Record<TableName, Rows>;

/** No rows yet. */
export function noRows(): TableRows {
  return {
    matches: new Map(),
    player_matches: new Map(),
    invites: new Map(),
    rounds: new Map(),
    competitions: new Map(),
  };
}

/** A row that is not as the log says. */
export interface RowDifference {
  table: TableName;
  /** Of its stream. */
  id: string;
  kind: 'MISSING' | 'SURPLUS' | 'CHANGED';
  /** What is wrong, in a sentence. */
  words: string;
}

/** Every row that is missing, that is one too many, or that holds something else. */
export function differencesOf(expected: TableRows, found: TableRows): RowDifference[] {
  return TABLE_NAMES.flatMap((table) => tableDifferences(table, expected[table], found[table]));
}

function tableDifferences(table: TableName, expected: Rows, found: Rows): RowDifference[] {
  const said: RowDifference[] = [];
  for (const [key, { id, values }] of expected) {
    const there = found.get(key);
    if (there === undefined) said.push({ table, id, kind: 'MISSING', words: `${table} ${key} is missing` });
    else if (!values.every((value, i) => isSame(value, there.values[i]))) {
      const words = `${table} ${key}: ${columnsApart(table, there.values, values)}`;
      said.push({ table, id, kind: 'CHANGED', words });
    }
  }
  for (const [key, { id }] of found) {
    if (!expected.has(key)) said.push({ table, id, kind: 'SURPLUS', words: `${table} ${key} is not in the log` });
  }
  return said;
}

function columnsApart(table: TableName, found: Row['values'], expected: Row['values']): string {
  return VERIFIED_TABLES[table].columns
    .flatMap((column, i) => {
      if (isSame(expected[i], found[i])) return [];
      return [`${column} is ${JSON.stringify(found[i])}, the log says ${JSON.stringify(expected[i])}`];
    })
    .join('; ');
}

/** Values of columns: plain ones, or lists of such. */
function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((value, i) => value === other[i]);
}
