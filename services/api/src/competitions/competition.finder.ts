import { LIMITS } from '@fairmark/contract';
import type { CompetitionState } from '@fairmark/events';
import { APP_SCHEMA, CLUBHOUSE_SCHEMA } from '@fairmark/platform';
import type { StrokeIndex } from '@fairmark/scoring';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { PG_POOL } from '../platform/tokens.js';
import type { CompetitionCard } from './competition-table.js';

interface CardRow {
  match_id: string;
  user_id: string;
  course_id: string;
  day: string;
  verified_at: Date | null;
  daily_handicap: number;
  strokes: (number | null)[];
  pars: number[];
  stroke_indexes: StrokeIndex[];
}

/** More cards than this are not verified in a competition. */
const CARDS_MAX = 20_000;
/** Competitions that are let go at a time by a deleted account; the rest follows. */
const PAGE = 200;

/** What competitions need of the projector's tables and of accounts. */
@Injectable()
export class CompetitionFinder {
  constructor(@Inject(PG_POOL) private readonly pool: pg.Pool) {}

  /** Ids of the competitions that a golfer hosts or plays in, the latest first. */
  async of(userId: string): Promise<string[]> {
    return this.ids(
      `select competition_id from ${CLUBHOUSE_SCHEMA}.competitions
       where status <> 'DELETED' and (host_id = $1 or players @> array[$1::uuid])
       order by created_at desc, competition_id limit ${LIMITS.competitionsShownMax}`,
      [userId],
    );
  }

  /** The same, every one of them, in pages by id: those after an id (null: from the first). */
  async page(userId: string, after: string | null): Promise<{ ids: string[]; next: string | null }> {
    const ids = await this.ids(
      `select competition_id from ${CLUBHOUSE_SCHEMA}.competitions
       where status <> 'DELETED' and (host_id = $1 or players @> array[$1::uuid])
         and ($2::uuid is null or competition_id > $2)
       order by competition_id limit ${PAGE}`,
      [userId, after],
    );
    return { ids, next: ids.length < PAGE ? null : (ids.at(-1) ?? null) };
  }

  /** Those of the golfers who have a verified account that is not being deleted. */
  async accounts(ids: readonly string[]): Promise<Set<string>> {
    const { rows } = await this.pool.query<{ id: string }>(
      `select id from ${APP_SCHEMA}.users
       where id = any($1::uuid[]) and email_verified_at is not null and deletion_requested_at is null`,
      [[...ids]],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Verified cards of the players on the course in the window, oldest first; which of them count is for the rules to say. */
  async cards({ course, firstDay, lastDay, players }: CompetitionState): Promise<CompetitionCard[]> {
    const { rows } = await this.pool.query<CardRow>(
      `select match_id, user_id, course_id, day::text, verified_at, daily_handicap, strokes, pars, stroke_indexes
       from ${CLUBHOUSE_SCHEMA}.rounds
       where course_id = $1 and day between $2 and $3 and verified and not withdrawn and user_id = any($4::uuid[])
       order by day, started_at, match_id limit ${CARDS_MAX}`,
      [course.courseId, firstDay, lastDay, [...players.keys()]],
    );
    return rows.map((row) => ({
      matchId: row.match_id,
      userId: row.user_id,
      courseId: row.course_id,
      day: row.day,
      verifiedAt: row.verified_at?.toISOString() ?? null,
      dailyHandicap: row.daily_handicap,
      strokes: row.strokes.map((strokes) => (strokes === 0 ? null : strokes)),
      pars: row.pars,
      strokeIndexes: row.stroke_indexes,
    }));
  }

  private async ids(text: string, values: unknown[]): Promise<string[]> {
    const { rows } = await this.pool.query<{ competition_id: string }>(text, values);
    return rows.map(({ competition_id }) => competition_id);
  }
}
