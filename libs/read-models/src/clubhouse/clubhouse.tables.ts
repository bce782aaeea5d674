import type { Format, PlayType, Tee } from '@fairmark/contract';
import {
  boolean,
  date,
  nullable,
  oneOf,
  smallint,
  smallints,
  sparseSmallints,
  table,
  text,
  timestamptz,
  uuid,
  uuids,
  type ReadRow,
  type Table,
  type WrittenRow,
} from './table.js';

/** Copied from the match, so that a golfer's history needs only the rounds. */
const COURSE = { course_id: uuid, course_name: text(), club_name: text(), layout_name: text() };

const matches = table('matches', {
  columns: {
    match_id: uuid,
    host_id: uuid,
    status: oneOf('LOBBY', 'STARTED', 'ENDED'),
    play_type: text<PlayType>(),
    match_type: text<Format>(),
    tee: text<Tee>(),
    ...COURSE,
    created_at: timestamptz,
    started_at: nullable(timestamptz),
    day: nullable(date),
  },
  key: ['match_id'],
  indexes: {},
});

/**
 * Who is or was in a match. `open`: in its lobby, or owing holes of the round; readers apply the 24 hours after that.
 */
const playerMatches = table('player_matches', {
  columns: {
    user_id: uuid,
    match_id: uuid,
    open: boolean,
    created_at: timestamptz,
    started_at: nullable(timestamptz),
  },
  key: ['user_id', 'match_id'],
  indexes: { player_matches_open: '(user_id) where open', player_matches_match: '(match_id)' },
});

const invites = table('invites', {
  columns: {
    invite_id: uuid,
    user_id: uuid,
    match_id: uuid,
    status: oneOf('PENDING', 'ACCEPTED', 'DENIED', 'REMOVED'),
  },
  key: ['invite_id'],
  indexes: { invites_pending: `(user_id) where status = 'PENDING'`, invites_match: '(match_id)' },
});

/** A card of a match round: the marker's entries once all 18 are there, else the player's. Hole 1 is first in lists. */
const rounds = table('rounds', {
  columns: {
    match_id: uuid,
    user_id: uuid,
    marker_id: nullable(uuid),
    ...COURSE,
    day: date,
    started_at: timestamptz,
    match_type: text<Format>(),
    daily_handicap: smallint,
    player_holes: smallint,
    marker_holes: smallint,
    player_signed: boolean,
    marker_signed: boolean,
    verified: boolean,
    verified_at: nullable(timestamptz),
    withdrawn: boolean,
    /** Null: no entry. 0: No Score. */
    strokes: sparseSmallints,
    pars: smallints,
    /** One number per hole, or three (54 in all). */
    stroke_indexes: smallints,
    // Stored for sorting; all other totals are computed from the holes on reading.
    stableford: smallint,
    par: smallint,
    /** Null while a hole has no entry. */
    nett_to_par: nullable(smallint),
    includes_no_score: boolean,
    /** When the committee last corrected the card; the strokes above include the correction. */
    corrected_at: nullable(timestamptz),
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
 * To find a golfer's competitions and those to finish; the rest is in the stream. Players are in the order of adding.
 */
const competitions = table('competitions', {
  columns: {
    competition_id: uuid,
    host_id: uuid,
    status: oneOf('OPEN', 'FINISHED', 'DELETED'),
    players: uuids,
    created_at: timestamptz,
    verified_before: timestamptz,
  },
  key: ['competition_id'],
  indexes: {
    competitions_host: `(host_id) where status <> 'DELETED'`,
    competitions_players: `using gin (players) where status <> 'DELETED'`,
    competitions_open: `(verified_before) where status = 'OPEN'`,
  },
});

const TABLES = { matches, player_matches: playerMatches, invites, rounds, competitions };
type Tables = typeof TABLES;

export const CLUBHOUSE_TABLES: readonly Table[] = Object.values(TABLES);
export type ClubhouseRows = { readonly [Name in keyof Tables]?: readonly ClubhouseRow<Name>[] };
export type ClubhouseRow<Name extends keyof Tables> = WrittenRow<Tables[Name]>;
/** Some columns of a row of one of these tables, as read with `roundTypes`. */
export type Stored<Name extends keyof Tables, Column extends keyof Tables[Name]['columns']> = Pick<
  ReadRow<Tables[Name]>,
  Column
>;
