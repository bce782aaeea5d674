import type {
  CompetitionAnswer,
  CompetitionChangedAnswer,
  CompetitionsAnswer,
  CompetitionSort,
  CompetitionTableAnswer,
} from '@fairmark/contract';
import { mayReadCompetition, type CompetitionState } from '@fairmark/events';
import {
  CLUBHOUSE_SCHEMA,
  competitionCards,
  competitionTable,
  sortedTable,
  type PageOf,
  type TableRow,
} from '@fairmark/read-models';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { pageOf } from '../clubhouse/clubhouse.presenter.js';
import type { Answered, Sender } from '../commands/command-identity.js';
import { PeopleDirectory } from '../golfers/people.js';
import { Refusal } from '../http/refusal.js';
import { CLOCK, PG_POOL, type Clock } from '../platform/tokens.js';
import {
  firstPlayers,
  leadersOf,
  peopleOf,
  presentCompetition,
  presentRows,
  presentStanding,
  presentTable,
} from './competition.presenter.js';
import { CompetitionStreams, type CompetitionDone, type FoundCompetition } from './competition-streams.js';

/** The competitions that golfer $1 hosts or plays in. */
export const OF_GOLFER = `${CLUBHOUSE_SCHEMA}.competitions
  where status <> 'DELETED' and (host_id = $1::uuid or players @> array[$1::uuid])`;

/** A competition as the tables know it; `rows` of its table are null while that is not stored. */
interface Stored {
  revision: string;
  rows: TableRow[] | null;
}

/** A page of a golfer's competitions, latest first, with the rows of the golfer and of the leaders by gross. */
const LISTED = `select competition_id as id, revision,
    jsonb_path_query_array(standings, '$[*] ? (@.places.gross.rank == 1 || @.userId == $userId)',
      jsonb_build_object('userId', $1::text)) as rows
  from (select * from ${OF_GOLFER} order by created_at desc, competition_id limit $2 offset $3) page
  order by created_at desc, competition_id`;

/** Reads competitions for their hosts and players: from the stream, so never stale; tables from the projector's. */
@Injectable()
export class CompetitionReader {
  constructor(
    private readonly streams: CompetitionStreams,
    private readonly people: PeopleDirectory,
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** A page of the competitions that a golfer hosts or plays in, latest first, each with its standing. */
  async of(userId: string, page: PageOf): Promise<Pick<CompetitionsAnswer, 'competitions' | 'nextOffset'>> {
    const { limit, offset } = page;
    const stored = await this.pool.query<Stored & { id: string }>(LISTED, [userId, limit + 1, offset]);
    const { rows, nextOffset } = pageOf(stored.rows, page);
    const latest = await Promise.all(rows.map(async (row) => ({ row, found: await this.streams.find(row.id) })));
    const listed: { state: CompetitionState; table: readonly TableRow[] }[] = [];
    // Sequentially, because a table may be computed from thousands of cards.
    for (const { row, found } of latest) {
      if (found === null || !mayReadCompetition(found.state, userId)) continue;
      listed.push({ state: found.state, table: await this.table(found, row) });
    }
    const named = listed.flatMap(({ state, table }) => [
      state.hostId,
      ...firstPlayers(state),
      ...leadersOf(table).map((row) => row.userId),
    ]);
    const people = await this.people.find(named);
    const now = this.clock().toISOString();
    const competitions = listed.map(({ state, table }) => ({
      ...presentCompetition(state, people, now, firstPlayers(state)),
      standing: presentStanding(table, userId, people),
    }));
    return { competitions, nextOffset };
  }

  /**
   * One competition with its table. A player's first look reveals that player's holes to the others.
   * @throws Refusal COMPETITION_NOT_FOUND
   */
  async one(
    competitionId: string,
    sender: Sender,
    { sort, inColumns }: { sort: CompetitionSort; inColumns: boolean },
  ): Promise<
    Pick<CompetitionAnswer, 'competition' | 'rounds'> | Pick<CompetitionTableAnswer, 'competition' | 'table'>
  > {
    const found = await this.streams.find(competitionId);
    if (found === null || !mayReadCompetition(found.state, sender.userId)) throw new Refusal('COMPETITION_NOT_FOUND');
    const now = this.clock().toISOString();
    const opened = await this.streams.opened(found, sender, now);
    const { state } = opened;
    const [all, people] = await Promise.all([this.wholeTable(opened), this.people.find(peopleOf(state))]);
    const competition = presentCompetition(state, people, now);
    const rows = sortedTable(all, sort);
    return inColumns
      ? { competition, table: presentTable(state, rows, sender.userId) }
      : { competition, rounds: presentRows(rows, people) };
  }

  /** The answer to a command that changed a competition. */
  async changed(done: CompetitionDone): Promise<Answered<CompetitionChangedAnswer>> {
    const people = await this.people.find(peopleOf(done.state));
    const competition = presentCompetition(done.state, people, this.clock().toISOString());
    return { ...(await this.streams.receipt(done)), competition };
  }

  private async wholeTable(found: FoundCompetition): Promise<readonly TableRow[]> {
    const { rows } = await this.pool.query<Stored>(
      `select revision, standings as rows from ${CLUBHOUSE_SCHEMA}.competitions where competition_id = $1`,
      [found.state.competitionId],
    );
    return this.table(found, rows[0]);
  }

  /** The stored rows, or the whole table computed while that of the latest events and cards is not stored yet. */
  private async table({ state, revision }: FoundCompetition, stored?: Stored): Promise<readonly TableRow[]> {
    const isLatest = stored?.revision === String(revision);
    return (isLatest && stored.rows) || competitionTable(state, await competitionCards(this.pool, state));
  }
}
