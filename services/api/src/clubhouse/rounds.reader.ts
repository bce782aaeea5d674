import type { HistorySort, LeaderboardSort } from '@fairmark/contract';
import { CLUBHOUSE_SCHEMA } from '@fairmark/platform';
import type { CardEntry, ScoredCard, StrokeIndex } from '@fairmark/scoring';
import type pg from 'pg';

/** A row of the projector's `rounds`, with its course. */
export interface RoundRow {
  match_id: string;
  user_id: string;
  marker_id: string | null;
  course_id: string;
  course_name: string;
  club_name: string;
  layout_name: string;
  day: string;
  started_at: Date;
  match_type: 'STROKE' | 'STABLEFORD' | 'PAR';
  daily_handicap: number;
  player_holes: number;
  marker_holes: number;
  player_signed: boolean;
  marker_signed: boolean;
  verified: boolean;
  withdrawn: boolean;
  strokes: (number | null)[];
  pars: number[];
  stroke_indexes: StrokeIndex[];
}

/** One golfer's holes of a verified round, for the eclectic. */
export interface PlayedRoundRow extends Pick<RoundRow, 'match_id' | 'day' | 'daily_handicap' | 'strokes' | 'pars'> {
  stroke_indexes: StrokeIndex[];
}

export interface PageOf {
  limit: number;
  offset: number;
}

/** More rounds than this are not played on a course in a day, nor by a golfer on a course in a life. */
const ROUNDS_OF_A_DAY = 2_000;
const ROUNDS_OF_A_LIFE = 10_000;

const COLUMNS = `r.match_id, r.user_id, r.marker_id, r.course_id, m.course_name, m.club_name, m.layout_name, r.day::text,
  r.started_at, r.match_type, r.daily_handicap, r.player_holes, r.marker_holes, r.player_signed, r.marker_signed,
  r.verified, r.withdrawn, r.strokes, r.pars, r.stroke_indexes`;
const ROUNDS = `${CLUBHOUSE_SCHEMA}.rounds r join ${CLUBHOUSE_SCHEMA}.matches m using (match_id)`;

const BEST_FIRST: Record<LeaderboardSort, string> = {
  stableford: 'r.stableford desc',
  par: 'r.par desc',
  nett: 'r.includes_no_score, r.nett_to_par',
};

/** Scores sort complete rounds before others; `stroke` is nett relative to the card's par, as on the leaderboard. */
const HISTORY_ORDER: Record<HistorySort, string> = {
  'date-desc': 'r.started_at desc',
  'date-asc': 'r.started_at',
  stableford: 'r.withdrawn or r.nett_to_par is null, r.stableford desc, r.started_at desc',
  par: 'r.withdrawn or r.nett_to_par is null, r.par desc, r.started_at desc',
  stroke: 'r.withdrawn or r.nett_to_par is null, r.includes_no_score, r.nett_to_par, r.started_at desc',
};

/** Rounds of the Clubhouse, from the projector's tables. */
export class RoundsReader {
  constructor(private readonly pool: pg.Pool) {}

  /** Verified rounds of a course and day, all that a leaderboard ranks. */
  async verifiedOn(courseId: string, day: string, sort: LeaderboardSort): Promise<RoundRow[]> {
    return this.rows<RoundRow>(
      `select ${COLUMNS} from ${ROUNDS}
       where r.course_id = $1 and r.day = $2 and r.verified and not r.withdrawn
       order by ${BEST_FIRST[sort]}, r.started_at, r.match_id, r.user_id limit ${ROUNDS_OF_A_DAY}`,
      [courseId, day],
    );
  }

  /** A golfer's completed and withdrawn rounds, on one course or on all; one more than the page holds. */
  async historyOf(userId: string, courseId: string | null, sort: HistorySort, page: PageOf): Promise<RoundRow[]> {
    return this.rows<RoundRow>(
      `select ${COLUMNS} from ${ROUNDS}
       where r.user_id = $1 and ($2::uuid is null or r.course_id = $2)
         and (r.player_holes = 18 or r.verified or r.withdrawn)
       order by ${HISTORY_ORDER[sort]}, r.match_id limit $3 offset $4`,
      [userId, courseId, page.limit + 1, page.offset],
    );
  }

  /**
   * My own complete cards that somebody can still sign, and complete cards that I keep and have not signed; newest first, one
   * more than the page holds.
   */
  async unverifiedOf(userId: string, page: PageOf): Promise<RoundRow[]> {
    return this.rows<RoundRow>(
      `select ${COLUMNS} from ${ROUNDS}
       where not r.verified and not r.withdrawn
         and (r.user_id = $1 and r.player_holes = 18 and r.marker_id is not null
              or r.marker_id = $1 and r.marker_holes = 18 and not r.marker_signed)
       order by r.started_at desc, r.match_id, (r.user_id = $1) desc, r.user_id limit $2 offset $3`,
      [userId, page.limit + 1, page.offset],
    );
  }

  /** Every verified round of a golfer on a course, oldest first. */
  async verifiedOf(userId: string, courseId: string): Promise<PlayedRoundRow[]> {
    return this.rows<PlayedRoundRow>(
      `select match_id, day::text, daily_handicap, strokes, pars, stroke_indexes
       from (select * from ${CLUBHOUSE_SCHEMA}.rounds
             where user_id = $1 and course_id = $2 and verified and not withdrawn
             order by started_at desc limit ${ROUNDS_OF_A_LIFE}) r
       order by started_at, match_id`,
      [userId, courseId],
    );
  }

  private async rows<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
    return (await this.pool.query<Row>(text, values)).rows;
  }
}

/** The card as libs/scoring takes it. */
export function scoredCard(row: Pick<RoundRow, 'strokes' | 'pars' | 'stroke_indexes' | 'daily_handicap'>): ScoredCard {
  return {
    entries: row.strokes.map(entryOf),
    holes: row.pars.map((par, i) => ({ par, strokeIndex: row.stroke_indexes[i] as StrokeIndex })),
    dailyHandicap: row.daily_handicap,
  };
}

function entryOf(strokes: number | null): CardEntry | null {
  if (strokes === null) return null;
  return strokes === 0 ? { strokes: null, noScore: true } : { strokes, noScore: false };
}
