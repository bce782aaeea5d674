import { flatStrokeIndexes } from '@fairmark/read-models';
import type { CompetitionRow } from './competition-rows.js';
import type { MatchRows } from './match-rows.js';

/** What is written together: each match and each competition at most once. */
export interface ClubhouseRows {
  matches: readonly MatchRows[];
  competitions: readonly CompetitionRow[];
}

/** A value as Postgres takes it; lists are texts already. */
export type Value = string | number | boolean | null;

/** A table with its columns, and its rows of what is written together. */
export interface RowTable {
  name: string;
  key: readonly string[];
  columns: readonly { name: string; type: string }[];
  /** By column, in their order: what each row has there. */
  byColumn(rows: ClubhouseRows): Value[][];
  /** By row: what it has in the columns, in their order. */
  byRow(rows: ClubhouseRows): Value[][];
}

type Column<Row> = [name: string, type: string, value: (row: Row) => Value];

function table<Row>(
  name: string,
  key: readonly string[],
  columns: readonly Column<Row>[],
  rowsOf: (rows: ClubhouseRows) => readonly Row[],
): RowTable {
  const values = columns.map(([, , value]) => value);
  return {
    name,
    key,
    columns: columns.map(([column, type]) => ({ name: column, type })),
    byColumn: (rows) => {
      const found = rowsOf(rows);
      return values.map((value) => found.map((row) => value(row)));
    },
    byRow: (rows) => rowsOf(rows).map((row) => values.map((value) => value(row))),
  };
}

const smallints = (values: readonly (number | null)[]): string =>
  `{${values.map((value) => value ?? 'null').join(',')}}`;

const MATCHES = table<MatchRows['match']>(
  'matches',
  ['match_id'],
  [
    ['match_id', 'uuid', (row) => row.matchId],
    ['host_id', 'uuid', (row) => row.hostId],
    ['status', 'text', (row) => row.status],
    ['play_type', 'text', (row) => row.playType],
    ['match_type', 'text', (row) => row.matchType],
    ['tee', 'text', (row) => row.tee],
    ['course_id', 'uuid', (row) => row.courseId],
    ['course_name', 'text', (row) => row.courseName],
    ['club_name', 'text', (row) => row.clubName],
    ['layout_name', 'text', (row) => row.layoutName],
    ['created_at', 'timestamptz', (row) => row.createdAt],
    ['started_at', 'timestamptz', (row) => row.startedAt],
    ['day', 'date', (row) => row.day],
  ],
  ({ matches }) => matches.map(({ match }) => match),
);

const PLAYERS = table<MatchRows['players'][number]>(
  'player_matches',
  ['user_id', 'match_id'],
  [
    ['user_id', 'uuid', (row) => row.userId],
    ['match_id', 'uuid', (row) => row.matchId],
    ['open', 'boolean', (row) => row.open],
    ['created_at', 'timestamptz', (row) => row.createdAt],
    ['started_at', 'timestamptz', (row) => row.startedAt],
  ],
  ({ matches }) => matches.flatMap(({ players }) => players),
);

const INVITES = table<MatchRows['invites'][number]>(
  'invites',
  ['invite_id'],
  [
    ['invite_id', 'uuid', (row) => row.inviteId],
    ['user_id', 'uuid', (row) => row.userId],
    ['match_id', 'uuid', (row) => row.matchId],
    ['status', 'text', (row) => row.status],
  ],
  ({ matches }) => matches.flatMap(({ invites }) => invites),
);

const ROUNDS = table<MatchRows['rounds'][number]>(
  'rounds',
  ['match_id', 'user_id'],
  [
    ['match_id', 'uuid', (row) => row.matchId],
    ['user_id', 'uuid', (row) => row.userId],
    ['marker_id', 'uuid', (row) => row.markerId],
    ['course_id', 'uuid', (row) => row.courseId],
    ['course_name', 'text', (row) => row.courseName],
    ['club_name', 'text', (row) => row.clubName],
    ['layout_name', 'text', (row) => row.layoutName],
    ['day', 'date', (row) => row.day],
    ['started_at', 'timestamptz', (row) => row.startedAt],
    ['match_type', 'text', (row) => row.matchType],
    ['daily_handicap', 'smallint', (row) => row.dailyHandicap],
    ['player_holes', 'smallint', (row) => row.playerHoles],
    ['marker_holes', 'smallint', (row) => row.markerHoles],
    ['player_signed', 'boolean', (row) => row.playerSigned],
    ['marker_signed', 'boolean', (row) => row.markerSigned],
    ['verified', 'boolean', (row) => row.verified],
    ['verified_at', 'timestamptz', (row) => row.verifiedAt],
    ['withdrawn', 'boolean', (row) => row.withdrawn],
    ['strokes', 'smallint[]', (row) => smallints(row.strokes)],
    ['pars', 'smallint[]', (row) => smallints(row.pars)],
    ['stroke_indexes', 'smallint[]', (row) => smallints(flatStrokeIndexes(row.strokeIndexes))],
    ['stableford', 'smallint', (row) => row.stableford],
    ['par', 'smallint', (row) => row.par],
    ['nett_to_par', 'smallint', (row) => row.nettToPar],
    ['includes_no_score', 'boolean', (row) => row.includesNoScore],
    ['corrected_at', 'timestamptz', (row) => row.correctedAt],
  ],
  ({ matches }) => matches.flatMap(({ rounds }) => rounds),
);

const COMPETITIONS = table<CompetitionRow>(
  'competitions',
  ['competition_id'],
  [
    ['competition_id', 'uuid', (row) => row.competitionId],
    ['host_id', 'uuid', (row) => row.hostId],
    ['status', 'text', (row) => row.status],
    ['players', 'uuid[]', (row) => `{${row.players.join(',')}}`],
    ['created_at', 'timestamptz', (row) => row.createdAt],
    ['verified_before', 'timestamptz', (row) => row.verifiedBefore],
  ],
  ({ competitions }) => competitions,
);

/** Every table that holds rows of streams. */
export const ROW_TABLES: readonly RowTable[] = [MATCHES, PLAYERS, INVITES, ROUNDS, COMPETITIONS];
