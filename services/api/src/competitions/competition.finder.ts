import type { CompetitionState } from '@fairmark/events';
import { APP_SCHEMA } from '@fairmark/server';
import { CLUBHOUSE_SCHEMA, competitionCards, type CompetitionCard, type PageOf } from '@fairmark/read-models';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { PG_POOL } from '../platform/tokens.js';
import { PAGE } from '../users/account-deletion.js';

/** What competitions need of the projector's tables and of accounts. */
@Injectable()
export class CompetitionFinder {
  constructor(@Inject(PG_POOL) private readonly pool: pg.Pool) {}

  /** Ids of the competitions that a golfer hosts or plays in, the latest first; one more than the page holds. */
  async of(userId: string, { limit, offset }: PageOf): Promise<string[]> {
    return this.ids(
      `select competition_id from ${CLUBHOUSE_SCHEMA}.competitions
       where status <> 'DELETED' and (host_id = $1 or players @> array[$1::uuid])
       order by created_at desc, competition_id limit $2 offset $3`,
      [userId, limit + 1, offset],
    );
  }

  /** The same in the order of their ids, after one (null: from the first). */
  page(userId: string, after: string | null): Promise<string[]> {
    return this.ids(
      `select competition_id from ${CLUBHOUSE_SCHEMA}.competitions
       where status <> 'DELETED' and (host_id = $1 or players @> array[$1::uuid])
         and ($2::uuid is null or competition_id > $2)
       order by competition_id limit ${PAGE}`,
      [userId, after],
    );
  }

  /** Those of the golfers who have a verified account that is neither blocked nor being deleted. */
  async accounts(ids: readonly string[]): Promise<Set<string>> {
    const { rows } = await this.pool.query<{ id: string }>(
      `select id from ${APP_SCHEMA}.users
       where id = any($1::uuid[]) and email_verified_at is not null and deletion_requested_at is null
         and blocked_at is null`,
      [[...ids]],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Verified cards of the players on the course in the window, oldest first. */
  cards(state: CompetitionState): Promise<CompetitionCard[]> {
    return competitionCards(this.pool, state);
  }

  private async ids(text: string, values: unknown[]): Promise<string[]> {
    const { rows } = await this.pool.query<{ competition_id: string }>(text, values);
    return rows.map(({ competition_id }) => competition_id);
  }
}
