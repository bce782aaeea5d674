import { CLUBHOUSE_SCHEMA, flatStrokeIndexes } from '@fairmark/platform';
import type { ClientBase } from 'pg';
import type { CompetitionRow } from './competition-rows.js';
import type { MatchRows } from './match-rows.js';

/** A table as rows of type `Row` are written to it: one statement for any number of rows. */
interface Table<Row> {
  name: string;
  text: string;
  values: ((row: Row) => unknown)[];
}

type Column<Row> = [name: string, type: string, value: (row: Row) => unknown];

/** An upsert of whole columns. An unchanged row is not written again: a score touches one card of three. */
function table<Row>(name: string, key: string[], columns: Column<Row>[]): Table<Row> {
  const names = columns.map(([column]) => column);
  const changing = names.filter((column) => !key.includes(column));
  const listed = (of: string): string => changing.map((column) => `${of}.${column}`).join(', ');
  // Arrays travel as text: unnest would flatten an array of arrays.
  const sources = columns.map(([, type], i) => `$${i + 1}::${type.endsWith('[]') ? 'text' : type}[]`);
  const selected = columns.map(([column, type]) => (type.endsWith('[]') ? `${column}::${type}` : column));
  return {
    name: `upsert ${name}`,
    text: `insert into ${CLUBHOUSE_SCHEMA}.${name} as old (${names.join(', ')})
      select ${selected.join(', ')} from unnest(${sources.join(', ')}) as new (${names.join(', ')})
      on conflict (${key.join(', ')}) do update set ${changing.map((column) => `${column} = excluded.${column}`).join(', ')}
      where (${listed('old')}) is distinct from (${listed('excluded')})`,
    values: columns.map(([, , value]) => value),
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
);

/** The tables that a projection fills, for truncating them. */
export const CLUBHOUSE_TABLES = [
  'matches',
  'player_matches',
  'invites',
  'rounds',
  'competitions',
  'parked_events',
] as const;

/** What is written together: each match and each competition at most once. */
export interface ClubhouseRows {
  matches: readonly MatchRows[];
  competitions: readonly CompetitionRow[];
}

/** Writes rows in the caller's transaction. */
export async function writeRows(client: ClientBase, { matches, competitions }: ClubhouseRows): Promise<void> {
  await upsert(
    client,
    MATCHES,
    matches.map(({ match }) => match),
  );
  await upsert(
    client,
    PLAYERS,
    matches.flatMap(({ players }) => players),
  );
  await upsert(
    client,
    INVITES,
    matches.flatMap(({ invites }) => invites),
  );
  await upsert(
    client,
    ROUNDS,
    matches.flatMap(({ rounds }) => rounds),
  );
  await upsert(client, COMPETITIONS, competitions);
}

async function upsert<Row>(
  client: ClientBase,
  { name, text, values }: Table<Row>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  await client.query({ name, text, values: values.map((value) => rows.map((row) => value(row))) });
}
