import type { Format, HistorySort, LeaderboardSort } from '@fairmark/contract';
import { APP_SCHEMA } from '@fairmark/server';
import { CLUBHOUSE_SCHEMA } from './clubhouse.schema.js';
import type { Stored } from './clubhouse.tables.js';
import { ROUND_TYPES, strokeIndexesOf } from './round-arrays.js';
import { FORMAT_NAMES, type CardEntry, type ScoredCard } from '@fairmark/scoring';
import type pg from 'pg';

const PLAYED = ['match_id', 'day', 'daily_handicap', 'strokes', 'pars', 'stroke_indexes'] as const;
const ROUND = [...PLAYED, 'user_id', 'marker_id', 'started_at', 'match_type', 'verified', 'corrected_at'] as const;
const TOTALS = ['stableford', 'par', 'nett_to_par', 'includes_no_score'] as const;
const COURSE = ['course_id', 'course_name', 'club_name', 'layout_name'] as const;
const PROGRESS = ['player_holes', 'marker_holes', 'player_signed', 'marker_signed', 'withdrawn'] as const;

/** A verified round, for the eclectic. */
export type PlayedRoundRow = Stored<'rounds', (typeof PLAYED)[number]>;

/** A round as every list needs it. Names are null for deleted accounts. */
export interface RoundRow extends Stored<'rounds', (typeof ROUND)[number]> {
  player_name: string | null;
  marker_name: string | null;
}

/** A verified round with the totals that it is ranked by, which the projector computed from its card. */
export interface RankedRow extends RoundRow, Stored<'rounds', (typeof TOTALS)[number]> {
  /** Never null, as a verified card has an entry for every hole. */
  nett_to_par: number;
}

/** A golfer's round with its course and progress. */
export interface OwnRoundRow extends RoundRow, Stored<'rounds', (typeof COURSE | typeof PROGRESS)[number]> {}

/** An unverified round, for its player or marker. */
export interface UnverifiedRow extends OwnRoundRow {
  /** The marker's own card, if this card's player marks it: one tap signs both. Otherwise null. */
  pair_player_holes: number | null;
  pair_marker_holes: number | null;
}

export interface PageOf {
  limit: number;
  offset: number;
}

/** Above what can be played on a course in a day, and by a golfer on a course in a lifetime. */
const ROUNDS_OF_A_DAY = 2_000;
const ROUNDS_OF_A_LIFE = 10_000;

const ROUNDS = `${CLUBHOUSE_SCHEMA}.rounds`;
const NAMED = [...ROUND, 'player_name', 'marker_name'];
const RANKED = [...NAMED, ...TOTALS];
const OWN = [...NAMED, ...COURSE, ...PROGRESS];

/** Joins names in the same query, to save a round trip. A name goes with the request to delete its account. */
const NAMES = `
  left join (select id, full_name as player_name from ${APP_SCHEMA}.users where deletion_requested_at is null) player
    on player.id = user_id
  left join (select id, full_name as marker_name from ${APP_SCHEMA}.users where deletion_requested_at is null) marker
    on marker.id = marker_id`;

const BEST_FIRST: Record<LeaderboardSort, string> = {
  stableford: 'stableford desc',
  par: 'par desc',
  nett: 'includes_no_score, nett_to_par',
};

/** Sorts by score put complete rounds first; `stroke` is nett relative to par, as on the leaderboard. */
const HISTORY_ORDER: Record<HistorySort, string> = {
  'date-desc': 'started_at desc',
  'date-asc': 'started_at',
  stableford: 'withdrawn or nett_to_par is null, stableford desc, started_at desc',
  par: 'withdrawn or nett_to_par is null, par desc, started_at desc',
  stroke: 'withdrawn or nett_to_par is null, includes_no_score, nett_to_par, started_at desc',
};

/** Reads rounds from the read model. Each query is prepared once per connection. */
export class RoundsReader {
  constructor(private readonly pool: pg.Pool) {}

  /** A day's rounds on a course, earliest first: at least the `best` ones, and those that tie with the last of them. */
  async verifiedOn(courseId: string, day: string, sort: LeaderboardSort, best = ROUNDS_OF_A_DAY): Promise<RankedRow[]> {
    return this.rows<RankedRow>(
      `leaderboard ${sort}`,
      `select ${RANKED.join(', ')}
       from (select * from ${ROUNDS} where course_id = $1 and day = $2 and verified and not withdrawn
             order by ${BEST_FIRST[sort]} fetch first $3 rows with ties) best
       ${NAMES} order by started_at, match_id, user_id limit ${ROUNDS_OF_A_DAY}`,
      [courseId, day, best],
    );
  }

  /** The last day before another with verified rounds on a course, and the format most played on that other day. */
  async aboutDay(courseId: string, day: string): Promise<{ dayBefore: string | null; format: Format | null }> {
    const of = `from ${ROUNDS} where course_id = $1 and verified and not withdrawn`;
    const [about] = await this.rows<{ dayBefore: string | null; format: Format | null }>(
      'day',
      `select (select max(day) ${of} and day < $2) as "dayBefore",
         (select match_type ${of} and day = $2
          group by match_type order by count(*) desc, array_position($3, match_type) limit 1) as format`,
      [courseId, day, FORMAT_NAMES],
    );
    return about ?? { dayBefore: null, format: null };
  }

  /** A golfer's complete and withdrawn rounds, on one course or all. Returns up to one row beyond the page. */
  async historyOf(userId: string, courseId: string | null, sort: HistorySort, page: PageOf): Promise<OwnRoundRow[]> {
    const onOne = courseId !== null;
    const order = `order by ${HISTORY_ORDER[sort]}, match_id`;
    return this.rows<OwnRoundRow>(
      `history ${sort}${onOne ? ' on a course' : ''}`,
      `select ${OWN.join(', ')}
       from (select * from ${ROUNDS}
             where user_id = $1 ${onOne ? 'and course_id = $4' : ''} and (player_holes = 18 or verified or withdrawn)
             ${order} limit $2 offset $3) page
       ${NAMES} ${order}`,
      [userId, page.limit + 1, page.offset, ...(onOne ? [courseId] : [])],
    );
  }

  /** Own complete cards, cards to sign as marker, and older rounds with holes owed; one row beyond the page. */
  async unverifiedOf(userId: string, startedBefore: Date, page: PageOf): Promise<UnverifiedRow[]> {
    return this.rows<UnverifiedRow>(
      'unverified',
      `select ${OWN.join(', ')}, pair_player_holes, pair_marker_holes from ${ROUNDS} ${NAMES}
       left join lateral (
         select pair.player_holes as pair_player_holes, pair.marker_holes as pair_marker_holes from ${ROUNDS} pair
         where pair.match_id = rounds.match_id and pair.user_id = rounds.marker_id
           and pair.marker_id = rounds.user_id and not pair.withdrawn
       ) pair on true
       where not verified and not withdrawn
         and (user_id = $1 and player_holes = 18 and (marker_id is not null or marker_signed)
              or marker_id = $1 and marker_holes = 18 and not marker_signed
              or started_at <= $4 and (user_id = $1 and player_holes < 18 or marker_id = $1 and marker_holes < 18))
       order by started_at desc, match_id, (user_id = $1) desc, user_id limit $2 offset $3`,
      [userId, page.limit + 1, page.offset, startedBefore],
    );
  }

  /** A golfer's verified rounds on a course, earliest first. */
  async verifiedOf(userId: string, courseId: string): Promise<PlayedRoundRow[]> {
    return this.rows<PlayedRoundRow>(
      'eclectic',
      `select ${PLAYED.join(', ')}
       from (select * from ${ROUNDS}
             where user_id = $1 and course_id = $2 and verified and not withdrawn
             order by started_at desc limit ${ROUNDS_OF_A_LIFE}) rounds
       order by started_at, match_id`,
      [userId, courseId],
    );
  }

  private async rows<Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]): Promise<Row[]> {
    return (await this.pool.query<Row>({ name: `clubhouse ${name}`, text, values, types: ROUND_TYPES })).rows;
  }
}

/** Converts a row to a card of libs/scoring. */
export function scoredCard(row: Pick<RoundRow, 'strokes' | 'pars' | 'stroke_indexes' | 'daily_handicap'>): ScoredCard {
  const indexes = strokeIndexesOf(row.stroke_indexes, row.pars.length);
  return {
    entries: row.strokes.map(entryOf),
    holes: row.pars.map((par, i) => ({ par, strokeIndex: indexes[i] ?? 0 })),
    dailyHandicap: row.daily_handicap,
  };
}

/** A stored 0 is a No Score. */
function entryOf(strokes: number | null): CardEntry | null {
  return strokes === null ? null : { strokes: strokes || null, noScore: strokes === 0 };
}
