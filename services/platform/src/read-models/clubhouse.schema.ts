/**
 * The tables behind Clubhouse, invites and current match, kept by the projector from the log and by nobody else. The version
 * in the schema's name is the version of their meaning: a change of a column or of what it says is the next version, built
 * beside this one.
 *
 * They hold ids and results, never a name or another personal datum: names are joined when read (decisions D39).
 */
export const CLUBHOUSE_VERSION = 5;
export const CLUBHOUSE_SCHEMA = `rm_clubhouse_v${CLUBHOUSE_VERSION}`;

/** Told at every commit and heartbeat of the projector: a `ProjectionNews` as text. */
export const CLUBHOUSE_CHANNEL = CLUBHOUSE_SCHEMA;

/** Advisory lock of the one projector that writes: (class, version). */
export const CLUBHOUSE_LOCK = [7_143_202, CLUBHOUSE_VERSION] as const;

/** Idempotent; run by `migrate` alone. */
export const CLUBHOUSE_DDL = `
create schema if not exists ${CLUBHOUSE_SCHEMA};

-- How far the tables are. One row from the first start of a projector on; position null: nothing applied yet.
create table if not exists ${CLUBHOUSE_SCHEMA}.checkpoint (
  one boolean primary key default true check (one),
  log_id text not null,
  position bigint,
  -- Last sign of life of the projector that holds the lock.
  heartbeat_at timestamptz not null,
  -- Set while a rebuild has not reached the position that was the log's last when it began.
  rebuild_to bigint
);

create table if not exists ${CLUBHOUSE_SCHEMA}.matches (
  match_id uuid primary key,
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
  day date
);

-- Every golfer who is or was in a match. \`open\`: in its lobby, or in the started round owing holes as player or marker;
-- the 24 hours of decisions A10 are the reader's.
create table if not exists ${CLUBHOUSE_SCHEMA}.player_matches (
  user_id uuid not null,
  match_id uuid not null,
  open boolean not null,
  created_at timestamptz not null,
  started_at timestamptz,
  primary key (user_id, match_id)
);
create index if not exists player_matches_open on ${CLUBHOUSE_SCHEMA}.player_matches (user_id) where open;
create index if not exists player_matches_match on ${CLUBHOUSE_SCHEMA}.player_matches (match_id);

create table if not exists ${CLUBHOUSE_SCHEMA}.invites (
  invite_id uuid primary key,
  user_id uuid not null,
  match_id uuid not null,
  status text not null check (status in ('PENDING', 'ACCEPTED', 'DENIED', 'REMOVED'))
);
create index if not exists invites_pending on ${CLUBHOUSE_SCHEMA}.invites (user_id) where status = 'PENDING';

-- One card of one player in a started competition round; practice rounds never come here. The card is the marker's
-- entries once all 18 are there, the player's own until then. Arrays have 18 elements, hole 1 first.
create table if not exists ${CLUBHOUSE_SCHEMA}.rounds (
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
  corrected_at timestamptz,
  primary key (match_id, user_id)
);
create index if not exists rounds_board on ${CLUBHOUSE_SCHEMA}.rounds (course_id, day, user_id) where verified and not withdrawn;
-- The course is told from the index, so that of a golfer's rounds only those on it are fetched.
create index if not exists rounds_player on ${CLUBHOUSE_SCHEMA}.rounds (user_id, started_at desc, course_id);
create index if not exists rounds_unverified on ${CLUBHOUSE_SCHEMA}.rounds (user_id) where not verified and not withdrawn;
create index if not exists rounds_marker on ${CLUBHOUSE_SCHEMA}.rounds (marker_id) where not verified and not withdrawn;

-- Where to look for a golfer's competitions and for those to be finished; what else there is to a competition is in its
-- stream, and its table is made of rounds. Players in the order of adding. Rounds verified before \`verified_before\` count.
create table if not exists ${CLUBHOUSE_SCHEMA}.competitions (
  competition_id uuid primary key,
  host_id uuid not null,
  status text not null check (status in ('OPEN', 'FINISHED', 'DELETED')),
  players uuid[] not null,
  created_at timestamptz not null,
  verified_before timestamptz not null
);
create index if not exists competitions_host on ${CLUBHOUSE_SCHEMA}.competitions (host_id) where status <> 'DELETED';
create index if not exists competitions_players on ${CLUBHOUSE_SCHEMA}.competitions using gin (players) where status <> 'DELETED';
create index if not exists competitions_open on ${CLUBHOUSE_SCHEMA}.competitions (verified_before) where status = 'OPEN';

-- Events that could not be applied, and the later ones of their streams: a human looks at them.
create table if not exists ${CLUBHOUSE_SCHEMA}.parked_events (
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
create index if not exists parked_events_stream on ${CLUBHOUSE_SCHEMA}.parked_events (stream);
`;

/** What a notification on the channel says. */
export interface ProjectionNews {
  log: string;
  position: bigint | null;
  /** The tables are being filled anew and miss later events that they once had. */
  rebuilding: boolean;
}

/** A notification's payload. */
export function writeNews({ log, position, rebuilding }: ProjectionNews): string {
  return JSON.stringify([log, position === null ? null : String(position), rebuilding]);
}

/** Reads what `writeNews` wrote. */
export function readNews(payload: string): ProjectionNews {
  const [log, position, rebuilding] = JSON.parse(payload) as [string, string | null, boolean];
  return { log, position: position === null ? null : BigInt(position), rebuilding };
}
