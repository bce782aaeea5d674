import type { Format, PlayType, Tee } from '@fairmark/contract';
import * as sql from './table.js';

/** Copied from the match, so that a golfer's history needs only the rounds. */
const COURSE = { course_id: sql.uuid, course_name: sql.text(), club_name: sql.text(), layout_name: sql.text() };

const matches = sql.table('matches', {
  columns: {
    match_id: sql.uuid,
    host_id: sql.uuid,
    status: sql.oneOf('LOBBY', 'STARTED', 'ENDED'),
    play_type: sql.text<PlayType>(),
    match_type: sql.text<Format>(),
    tee: sql.text<Tee>(),
    ...COURSE,
    created_at: sql.timestamptz,
    started_at: sql.nullable(sql.timestamptz),
    day: sql.nullable(sql.date),
  },
  key: ['match_id'],
  indexes: {},
});

/** Who is or was in a match. `open`: in its lobby, or owing holes; readers apply the 24 hours after that. */
const playerMatches = sql.table('player_matches', {
  columns: {
    user_id: sql.uuid,
    match_id: sql.uuid,
    open: sql.boolean,
    created_at: sql.timestamptz,
    started_at: sql.nullable(sql.timestamptz),
  },
  key: ['user_id', 'match_id'],
  indexes: { player_matches_latest: '(user_id, started_at desc)', player_matches_match: '(match_id)' },
});

const invites = sql.table('invites', {
  columns: {
    invite_id: sql.uuid,
    user_id: sql.uuid,
    match_id: sql.uuid,
    status: sql.oneOf('PENDING', 'ACCEPTED', 'DENIED', 'REMOVED'),
  },
  key: ['invite_id'],
  indexes: { invites_pending: `(user_id) where status = 'PENDING'`, invites_match: '(match_id)' },
});

/** A card of a match round: the marker's entries once all 18 are there, else the player's. Hole 1 is first in lists. */
const rounds = sql.table('rounds', {
  columns: {
    match_id: sql.uuid,
    user_id: sql.uuid,
    marker_id: sql.nullable(sql.uuid),
    ...COURSE,
    day: sql.date,
    started_at: sql.timestamptz,
    match_type: sql.text<Format>(),
    daily_handicap: sql.smallint,
    player_holes: sql.smallint,
    marker_holes: sql.smallint,
    player_signed: sql.boolean,
    marker_signed: sql.boolean,
    verified: sql.boolean,
    verified_at: sql.nullable(sql.timestamptz),
    withdrawn: sql.boolean,
    /** Null: no entry. 0: No Score. */
    strokes: sql.sparseSmallints,
    pars: sql.smallints,
    /** One number per hole, or three (54 in all). */
    stroke_indexes: sql.smallints,
    // Stored for sorting; all other totals are computed from the holes on reading.
    stableford: sql.smallint,
    par: sql.smallint,
    /** Null while a hole has no entry. */
    nett_to_par: sql.nullable(sql.smallint),
    includes_no_score: sql.boolean,
    /** When the committee last corrected the card; the strokes above include the correction. */
    corrected_at: sql.nullable(sql.timestamptz),
  },
  key: ['match_id', 'user_id'],
  indexes: {
    rounds_board: '(course_id, day, user_id) where verified and not withdrawn',
    // Includes the course, so that a golfer's rounds on other courses are skipped without fetching them.
    rounds_player: '(user_id, started_at desc, course_id)',
    rounds_unverified: '(user_id) where not verified and not withdrawn',
    rounds_marker: '(marker_id) where not verified and not withdrawn',
  },
});

/**
 * To find a golfer's competitions and those to finish, with their tables; the rest is in the stream. Players are in the
 * order of adding.
 */
const competitions = sql.table('competitions', {
  columns: {
    competition_id: sql.uuid,
    host_id: sql.uuid,
    status: sql.oneOf('OPEN', 'FINISHED', 'DELETED'),
    players: sql.uuids,
    course_id: sql.uuid,
    first_day: sql.date,
    last_day: sql.date,
    created_at: sql.timestamptz,
    verified_before: sql.timestamptz,
    /** Of the stream: of the last event that this row knows. */
    revision: sql.bigint,
    /** The table at that revision. Null after every change of this row or of a card in the window, until it is stored. */
    standings: sql.nullable(sql.jsonb),
  },
  key: ['competition_id'],
  indexes: {
    competitions_host: `(host_id) where status <> 'DELETED'`,
    competitions_players: `using gin (players) where status <> 'DELETED'`,
    competitions_open: `(verified_before) where status = 'OPEN'`,
    competitions_course: '(course_id, last_day)',
  },
});

const TABLES = { matches, player_matches: playerMatches, invites, rounds, competitions };
type Tables = typeof TABLES;

export const CLUBHOUSE_TABLES: readonly sql.Table[] = Object.values(TABLES);
export type ClubhouseRows = { readonly [Name in keyof Tables]?: readonly ClubhouseRow<Name>[] };
export type ClubhouseRow<Name extends keyof Tables> = sql.WrittenRow<Tables[Name]>;
/** Some columns of a row of one of these tables, as read with `ROUND_TYPES`. */
export type Stored<Name extends keyof Tables, Column extends keyof Tables[Name]['columns']> = Pick<
  sql.ReadRow<Tables[Name]>,
  Column
>;
