import type {
  CompetitionAnswer,
  CompetitionChangedAnswer,
  CompetitionsAnswer,
  CompetitionSort,
} from '@fairmark/contract';
import { mayReadCompetition, type CompetitionState, decideCompetition } from '@fairmark/events';
import { competitionTable, sortedTable, type PageOf, type TableRow } from '@fairmark/read-models';
import { Inject, Injectable } from '@nestjs/common';
import { pageOf } from '../clubhouse/page-of.js';
import { commandOf, type Answered, type Sender } from '../match/commands/command-identity.js';
import { PeopleDirectory } from '../match/presenting/people.js';
import { Refusal } from '../http/refusal.js';
import { CLOCK, type Clock } from '../platform/tokens.js';
import { CompetitionFinder } from './competition.finder.js';
import {
  firstPlayers,
  leadersOf,
  peopleOf,
  presentCompetition,
  presentStanding,
  presentTableRow,
} from './competition.presenter.js';
import { CompetitionStreams, type CompetitionDone } from './competition-streams.js';

/** Competitions as their hosts and players see them: from their streams, never behind the log; tables from the projector's. */
@Injectable()
export class CompetitionReader {
  constructor(
    private readonly streams: CompetitionStreams,
    private readonly finder: CompetitionFinder,
    private readonly people: PeopleDirectory,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** A page of those that a golfer hosts or plays in, the latest first, each with how it stands. */
  async of(userId: string, page: PageOf): Promise<Pick<CompetitionsAnswer, 'competitions' | 'nextOffset'>> {
    const { rows: ids, nextOffset } = pageOf(await this.finder.of(userId, page), page);
    const found = await Promise.all(ids.map((id) => this.streams.latest(id)));
    const states = found.flatMap((folded) => folded?.state ?? []).filter((state) => mayReadCompetition(state, userId));
    const listed: { state: CompetitionState; table: TableRow[]; named: string[] }[] = [];
    // One after another: a table is computed from up to some thousand cards.
    for (const state of states) {
      const table = competitionTable(state, await this.finder.cards(state));
      listed.push({ state, table, named: firstPlayers(state) });
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

  /** One of them with its table. A player who looks for the first time is shown from now on. @throws Refusal COMPETITION_NOT_FOUND */
  async one(
    competitionId: string,
    { userId, origin }: Pick<Sender, 'userId' | 'origin'>,
    sort: CompetitionSort,
  ): Promise<Pick<CompetitionAnswer, 'competition' | 'rounds'>> {
    const found = (await this.streams.latest(competitionId))?.state;
    if (found === undefined || !mayReadCompetition(found, userId)) throw new Refusal('COMPETITION_NOT_FOUND');
    const now = this.clock().toISOString();
    const state = await this.opened(found, { userId, origin, route: 'GET /api/competitions' }, now);
    const [cards, people] = await Promise.all([this.finder.cards(state), this.people.find(peopleOf(state))]);
    return {
      competition: presentCompetition(state, people, now),
      rounds: sortedTable(competitionTable(state, cards), sort).map((row) => presentTableRow(row, people)),
    };
  }

  /** What a command answers that changed a competition. */
  async changed(done: CompetitionDone): Promise<Answered<CompetitionChangedAnswer>> {
    const people = await this.people.find(peopleOf(done.state));
    const competition = presentCompetition(done.state, people, this.clock().toISOString());
    return { ...(await this.streams.receipt(done)), competition };
  }

  /** The competition with this look on record; where that is not possible now, the next look is. */
  private async opened(state: CompetitionState, sender: Sender, now: string): Promise<CompetitionState> {
    const { competitionId } = state;
    const { userId } = sender;
    const which = { competitionId };
    const command = { type: 'OpenCompetition', actorId: userId } as const;
    const decision = decideCompetition(state, command, now);
    if (!decision.ok || decision.events.length === 0) return state;
    const by = { ...commandOf(sender, which), keyed: false };
    const done = await this.streams.attempt(competitionId, by, command);
    if (done === null) state.opened.add(userId);
    return done?.state ?? state;
  }
}
