import {
  CLUBHOUSE_SCHEMA,
  competitionCards,
  competitionCardsVersion,
  competitionTable,
  type PageOf,
  type TableRow,
} from '@fairmark/read-models';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { ScoringProfiles } from '../match/lobby/scoring-profiles.js';
import { PG_POOL } from '../platform/tokens.js';
import { PAGE } from '../users/account-deletion.js';
import type { FoundCompetition } from './competition-streams.js';

/** Rows of cached tables, some 45 MB; the least recently used tables are evicted first. */
const CACHED_ROWS_MAX = 30_000;

/** Reads what competitions need from the projector's tables and from accounts. */
@Injectable()
export class CompetitionFinder {
  private readonly tables = new LRUCache<string, { version: string; rows: readonly TableRow[] }>({
    maxSize: CACHED_ROWS_MAX,
    sizeCalculation: ({ rows }) => Math.max(rows.length, 1),
  });

  constructor(
    @Inject(PG_POOL) private readonly pool: pg.Pool,
    private readonly profiles: ScoringProfiles,
  ) {}

  /** Ids of the competitions that a golfer hosts or plays in, latest first; one more than the page holds. */
  async of(userId: string, { limit, offset }: PageOf): Promise<string[]> {
    return this.ids(userId, 'order by created_at desc, competition_id limit $2 offset $3', [limit + 1, offset]);
  }

  /** The same, in ascending order after the given id (null: from the first). */
  page(userId: string, after: string | null): Promise<string[]> {
    const which = `and ($2::uuid is null or competition_id > $2) order by competition_id limit ${PAGE}`;
    return this.ids(userId, which, [after]);
  }

  /** Those of the golfers who have a verified account that is neither blocked nor being deleted. */
  async accounts(ids: readonly string[]): Promise<Set<string>> {
    return new Set((await this.profiles.find(ids)).map(({ id }) => id));
  }

  /** The competition's table, recomputed if the competition or a card has changed since the last request. */
  async table({ state, revision }: FoundCompetition): Promise<readonly TableRow[]> {
    // Read the version before the cards, so that a concurrent change is noticed by the next request.
    const version = `${revision} ${await competitionCardsVersion(this.pool, state)}`;
    const cached = this.tables.get(state.competitionId);
    if (cached?.version === version) return cached.rows;
    const rows = competitionTable(state, await competitionCards(this.pool, state));
    this.tables.set(state.competitionId, { version, rows });
    return rows;
  }

  private async ids(userId: string, which: string, values: unknown[]): Promise<string[]> {
    const { rows } = await this.pool.query<{ competition_id: string }>(
      `select competition_id from ${CLUBHOUSE_SCHEMA}.competitions
       where status <> 'DELETED' and (host_id = $1 or players @> array[$1::uuid]) ${which}`,
      [userId, ...values],
    );
    return rows.map(({ competition_id }) => competition_id);
  }
}
