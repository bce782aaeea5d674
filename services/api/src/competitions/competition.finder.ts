import type { CompetitionState } from '@fairmark/events';
import {
  CLUBHOUSE_SCHEMA,
  competitionCards,
  competitionTable,
  type PageOf,
  type TableRow,
} from '@fairmark/read-models';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { ScoringProfiles } from '../match/lobby/scoring-profiles.js';
import { PG_POOL } from '../platform/tokens.js';
import { PAGE } from '../users/account-deletion.js';
import type { FoundCompetition } from './competition-streams.js';

/** The rows of a table that show one golfer's standing: the leaders by gross and the golfer, `$.userId`. */
const STANDING = `jsonb_path_query_array(standings, '$[*] ? (@.places.gross.rank == 1 || @.userId == $userId)',
  jsonb_build_object('userId', $1::text))`;

/** A golfer's competition, as the tables know it. */
interface ListedCompetition {
  id: string;
  revision: string;
  /** The rows that show the golfer's standing; null while the table is not stored. */
  standing: TableRow[] | null;
}

const OF_GOLFER = `${CLUBHOUSE_SCHEMA}.competitions
  where status <> 'DELETED' and (host_id = $1::uuid or players @> array[$1::uuid])`;

/** Reads what competitions need from the projector's tables and from accounts. */
@Injectable()
export class CompetitionFinder {
  constructor(
    @Inject(PG_POOL) private readonly pool: pg.Pool,
    private readonly profiles: ScoringProfiles,
  ) {}

  /** The competitions that a golfer hosts or plays in, latest first; one more than the page holds. */
  async of(userId: string, { limit, offset }: PageOf): Promise<ListedCompetition[]> {
    const { rows } = await this.pool.query<ListedCompetition>(
      `select competition_id as id, revision, ${STANDING} as standing
       from (select * from ${OF_GOLFER} order by created_at desc, competition_id limit $2 offset $3) page
       order by created_at desc, competition_id`,
      [userId, limit + 1, offset],
    );
    return rows;
  }

  /** Their ids in ascending order after the given id (null: from the first). */
  async page(userId: string, after: string | null): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>(
      `select competition_id as id from ${OF_GOLFER}
       and ($2::uuid is null or competition_id > $2) order by competition_id limit ${PAGE}`,
      [userId, after],
    );
    return rows.map(({ id }) => id);
  }

  /** Those of the golfers who have a verified account that is neither blocked nor being deleted. */
  async accounts(ids: readonly string[]): Promise<Set<string>> {
    return new Set((await this.profiles.find(ids)).map(({ id }) => id));
  }

  /** The competition's table: stored, or computed while that of its latest events and cards is not stored yet. */
  async table({ state, revision }: FoundCompetition): Promise<readonly TableRow[]> {
    const { rows } = await this.pool.query<{ standings: TableRow[] | null }>(
      `select standings from ${CLUBHOUSE_SCHEMA}.competitions where competition_id = $1 and revision = $2`,
      [state.competitionId, revision],
    );
    return rows[0]?.standings ?? this.compute(state);
  }

  /** The table of the competition's cards as the tables have them now. */
  async compute(state: CompetitionState): Promise<readonly TableRow[]> {
    return competitionTable(state, await competitionCards(this.pool, state));
  }
}
