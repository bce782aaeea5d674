import type {
  CompetitionAnswer,
  CompetitionChangedAnswer,
  CompetitionsAnswer,
  CompetitionSort,
  CompetitionTableAnswer,
} from '@fairmark/contract';
import { mayReadCompetition, type CompetitionState } from '@fairmark/events';
import { sortedTable, type PageOf, type TableRow } from '@fairmark/read-models';
import { Inject, Injectable } from '@nestjs/common';
import { pageOf } from '../clubhouse/clubhouse.presenter.js';
import type { Answered, Sender } from '../match/commands/command-identity.js';
import { PeopleDirectory } from '../match/presenting/people.js';
import { Refusal } from '../http/refusal.js';
import { CLOCK, type Clock } from '../platform/tokens.js';
import { CompetitionFinder } from './competition.finder.js';
import {
  firstPlayers,
  leadersOf,
  peopleOf,
  presentCompetition,
  presentRows,
  presentStanding,
  presentTable,
} from './competition.presenter.js';
import { CompetitionStreams, type CompetitionDone } from './competition-streams.js';

/** Reads competitions for their hosts and players: from the stream, so never stale; tables from the projector's. */
@Injectable()
export class CompetitionReader {
  constructor(
    private readonly streams: CompetitionStreams,
    private readonly finder: CompetitionFinder,
    private readonly people: PeopleDirectory,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** A page of the competitions that a golfer hosts or plays in, latest first, each with its standing. */
  async of(userId: string, page: PageOf): Promise<Pick<CompetitionsAnswer, 'competitions' | 'nextOffset'>> {
    const { rows, nextOffset } = pageOf(await this.finder.of(userId, page), page);
    const found = await Promise.all(rows.map(async (row) => ({ ...row, latest: await this.streams.find(row.id) })));
    const listed: { state: CompetitionState; table: readonly TableRow[]; named: string[] }[] = [];
    // Sequentially, because a table may be computed from thousands of cards.
    for (const { latest, revision, standing } of found) {
      if (latest === null || !mayReadCompetition(latest.state, userId)) continue;
      const { state } = latest;
      const stored = String(latest.revision) === revision ? standing : null;
      listed.push({ state, table: stored ?? (await this.finder.compute(state)), named: firstPlayers(state) });
    }
    const people = await this.people.find(
      new Set(
        listed.flatMap(({ state, table, named }) => [
          state.hostId,
          ...named,
          ...leadersOf(table).map((row) => row.userId),
        ]),
      ),
    );
    const now = this.clock().toISOString();
    const competitions = listed.map(({ state, table, named }) => ({
      ...presentCompetition(state, people, now, named),
      standing: presentStanding(table, userId, people),
    }));
    return { competitions, nextOffset };
  }

  /**
   * One competition with its table. A player's first look reveals that player's holes to the others.
   *
   * @throws Refusal COMPETITION_NOT_FOUND
   */
  async one(
    competitionId: string,
    { userId, origin }: Pick<Sender, 'userId' | 'origin'>,
    { sort, inColumns }: { sort: CompetitionSort; inColumns: boolean },
  ): Promise<
    Pick<CompetitionAnswer, 'competition' | 'rounds'> | Pick<CompetitionTableAnswer, 'competition' | 'table'>
  > {
    const found = await this.streams.find(competitionId);
    if (found === null || !mayReadCompetition(found.state, userId)) throw new Refusal('COMPETITION_NOT_FOUND');
    const now = this.clock().toISOString();
    const opened = await this.streams.opened(found, { userId, origin, route: 'GET /api/competitions' }, now);
    const { state } = opened;
    const [all, people] = await Promise.all([this.finder.table(opened), this.people.find(peopleOf(state))]);
    const competition = presentCompetition(state, people, now);
    const rows = sortedTable(all, sort);
    return inColumns
      ? { competition, table: presentTable(state, rows, userId) }
      : { competition, rounds: presentRows(rows, people) };
  }

  /** The answer to a command that changed a competition. */
  async changed(done: CompetitionDone): Promise<Answered<CompetitionChangedAnswer>> {
    const people = await this.people.find(peopleOf(done.state));
    const competition = presentCompetition(done.state, people, this.clock().toISOString());
    return { ...(await this.streams.receipt(done)), competition };
  }
}
