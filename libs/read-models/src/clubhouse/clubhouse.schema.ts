import { ADVISORY_LOCKS } from '@fairmark/server';

/**
 * The tables behind Clubhouse, invites and current match, kept by the projector from the log and by nobody else. The
 * version in the schema's name is the version of their meaning: a change of a column or of what it says is the next
 * version, built beside this one.
 *
 * They hold ids and results, never a name or other personal data: names are joined when read.
 */
export const CLUBHOUSE_VERSION = 6;
export const CLUBHOUSE_SCHEMA = `rm_clubhouse_v${CLUBHOUSE_VERSION}`;

/** Told at every commit and heartbeat of the projector: a `ProjectionNews` as text. */
export const CLUBHOUSE_CHANNEL = CLUBHOUSE_SCHEMA;

/** Advisory lock of the one projector that writes: (class, version). */
export const CLUBHOUSE_LOCK = [ADVISORY_LOCKS.projector, CLUBHOUSE_VERSION] as const;

/** Where a rebuild makes these tables anew, beside the ones that are read. */
export const CLUBHOUSE_NEXT = `${CLUBHOUSE_SCHEMA}_next`;

/** Where the tables go that a rebuild has replaced, for the moment until they are dropped. */
export const CLUBHOUSE_OLD = `${CLUBHOUSE_SCHEMA}_old`;

/** Advisory lock of the one rebuild that runs: (class, version). */
export const REBUILD_LOCK = [ADVISORY_LOCKS.rebuild, CLUBHOUSE_VERSION] as const;

/** A table of rows, in the parts in which a rebuild makes it: rows are loaded fastest while it has neither key nor index. */
interface RowTable {
  name: string;
  columns: string;
  key: string;
  /** By name: the rest of `create index … on …`. */
  indexes: Readonly<Record<string, string>>;
}

/** The tables that hold rows of streams. */
const ROW_TABLES: readonly RowTable[] = [
  {
    name: 'matches',
    columns: `
      match_id uuid not null,
      host_id uuid not null,
      status text not null check (status in ('LOBBY', 'STARTED', 'ENDED')),
      play_type text not null,
      match_type text not null,
      tee text not null,
      course_id uuid not null,
      course_name text not null,
      club_name text not null,
      layout_name text not null,
      created_at timestamptz not null,
      started_at timestamptz,
      day date`,
    key: 'match_id',
    indexes: {},
  },
  {
    // Every golfer who is or was in a match. `open`: in its lobby, or in the started round owing holes as player or marker;
    // the 24 hours after which it is not resumed any more are the reader's.
    name: 'player_matches',
    columns: `
      user_id uuid not null,
      match_id uuid not null,
      open boolean not null,
      created_at timestamptz not null,
      started_at timestamptz`,
    key: 'user_id, match_id',
    indexes: { player_matches_open: '(user_id) where open', player_matches_match: '(match_id)' },
  },
  {
    name: 'invites',
    columns: `
      invite_id uuid not null,
      user_id uuid not null,
      match_id uuid not null,
      status text not null check (status in ('PENDING', 'ACCEPTED', 'DENIED', 'REMOVED'))`,
    key: 'invite_id',
    // By match for whoever verifies the tables.
    indexes: { invites_pending: `(user_id) where status = 'PENDING'`, invites_match: '(match_id)' },
  },
  {
    // One card of one player in a started competition round; practice rounds never come here. The card is the marker's
    // entries once all 18 are there, the player's own until then. Arrays have 18 elements, hole 1 first.
    name: 'rounds',
    columns: `
      match_id uuid not null,
      user_id uuid not null,
      marker_id uuid,
      course_id uuid not null,
      -- As in the match: a golfer's history is read from this table alone.
      course_name text not null,
      club_name text not null,
      layout_name text not null,
      day date not null,
      started_at timestamptz not null,
      match_type text not null,
      daily_handicap smallint not null,
      player_holes smallint not null,
      marker_holes smallint not null,
      player_signed boolean not null,
      marker_signed boolean not null,
      verified boolean not null,
      verified_at timestamptz,
      withdrawn boolean not null,
      -- Null: no entry. 0: No Score.
      strokes smallint[] not null,
      pars smallint[] not null,
      -- One number per hole, or three: then 54.
      stroke_indexes smallint[] not null,
      -- What lists are sorted by; everything else about a total is computed from the holes when read.
      stableford smallint not null,
      par smallint not null,
      -- Null while a hole has no entry.
      nett_to_par smallint,
      includes_no_score boolean not null,
      -- By the committee, the last time; the strokes above are what counts since.
      corrected_at timestamptz`,
    key: 'match_id, user_id',
    indexes: {
      rounds_board: '(course_id, day, user_id) where verified and not withdrawn',
      // The course is told from the index, so that of a golfer's rounds only those on it are fetched.
      rounds_player: '(user_id, started_at desc, course_id)',
      rounds_unverified: '(user_id) where not verified and not withdrawn',
      rounds_marker: '(marker_id) where not verified and not withdrawn',
    },
  },
  {
    // Where to look for a golfer's competitions and for those to be finished; what else there is to a competition is in its
    // stream, and its table is made of rounds. Players in the order of adding. Rounds verified before `verified_before` count.
    name: 'competitions',
    columns: `
      competition_id uuid not null,
      host_id uuid not null,
      status text not null check (status in ('OPEN', 'FINISHED', 'DELETED')),
      players uuid[] not null,
      created_at timestamptz not null,
      verified_before timestamptz not null`,
    key: 'competition_id',
    indexes: {
      competitions_host: `(host_id) where status <> 'DELETED'`,
      competitions_players: `using gin (players) where status <> 'DELETED'`,
      competitions_open: `(verified_before) where status = 'OPEN'`,
    },
  },
];

/** Names of the tables that hold rows of streams. */
export const CLUBHOUSE_ROW_TABLES: readonly string[] = ROW_TABLES.map(({ name }) => name);

/** What the projector notes beside the rows. Small: made with everything at once. */
const notes = (schema: string): string => `
-- How far the tables are. One row from the first start of a projector on; position null: nothing applied yet.
create table if not exists ${schema}.checkpoint (
  one boolean primary key default true check (one),
  log_id text not null,
  position bigint,
  -- Last sign of life of the projector that holds the lock.
  heartbeat_at timestamptz not null,
  -- Another one: these are other tables than before, or what is parked was changed. A projector that knows the one before stops
  -- and begins anew from what it finds.
  generation uuid not null default gen_random_uuid()
);

-- Events that could not be applied, and the later ones of their streams: a human looks at them.
create table if not exists ${schema}.parked_events (
  position bigint primary key,
  stream text not null,
  revision bigint not null,
  event_id text not null,
  type text not null,
  error text not null,
  parked_at timestamptz not null default now(),
  -- How often it was tried.
  attempts integer not null default 1
);
create index if not exists parked_events_stream on ${schema}.parked_events (stream);`;

const indexesOf = (schema: string, { name, indexes }: RowTable): string[] =>
  Object.entries(indexes).map(([index, rest]) => `create index if not exists ${index} on ${schema}.${name} ${rest}`);

/** All of it in one text, idempotent; run by `migrate` alone. */
export const CLUBHOUSE_DDL = [
  `create schema if not exists ${CLUBHOUSE_SCHEMA}`,
  notes(CLUBHOUSE_SCHEMA),
  ...ROW_TABLES.flatMap((table) => [
    `create table if not exists ${CLUBHOUSE_SCHEMA}.${table.name} (${table.columns}, primary key (${table.key}))`,
    ...indexesOf(CLUBHOUSE_SCHEMA, table),
  ]),
].join(';\n');

/** A new schema with the same tables, those of rows without keys and indexes. */
export function bareClubhouse(schema: string): string {
  const tables = ROW_TABLES.map(({ name, columns }) => `create table ${schema}.${name} (${columns})`);
  return [`create schema ${schema}`, notes(schema), ...tables].join(';\n');
}

/** What a schema of `bareClubhouse` still needs once its rows are there: keys and indexes, one statement each. */
export function clubhouseKeys(schema: string): string[] {
  return ROW_TABLES.flatMap((table) => [
    `alter table ${schema}.${table.name} add primary key (${table.key})`,
    ...indexesOf(schema, table),
  ]);
}
