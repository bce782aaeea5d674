import type { Competition, CompetitionAnswer, CompetitionSort } from '@fairmark/contract';
import { mayReadCompetition } from '@fairmark/events';
import { competitionTable, sortedTable } from '@fairmark/platform';
import { Inject, Injectable } from '@nestjs/common';
import { PeopleDirectory } from '../match/people.js';
import { Refusal } from '../platform/refusal.js';
import { CLOCK, type Clock } from '../platform/tokens.js';
import { CompetitionFinder } from './competition.finder.js';
import { peopleOf, presentCompetition, presentTableRow } from './competition.presenter.js';
import { CompetitionStreams } from './competition-streams.js';

/** Competitions as their hosts and players see them: from their streams, never behind the log; tables from the projector's. */
@Injectable()
export class CompetitionReader {
  constructor(
    private readonly streams: CompetitionStreams,
    private readonly finder: CompetitionFinder,
    private readonly people: PeopleDirectory,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Those that a golfer hosts or plays in, the latest first. */
  async of(userId: string): Promise<Competition[]> {
    const found = await Promise.all((await this.finder.of(userId)).map((id) => this.streams.latest(id)));
    const states = found.filter((state) => state !== null).filter((state) => mayReadCompetition(state, userId));
    const people = await this.people.find(states.flatMap((state) => [...peopleOf(state)]));
    const now = this.clock().toISOString();
    return states.map((state) => presentCompetition(state, people, now));
  }

  /** One of them with its table. @throws Refusal COMPETITION_NOT_FOUND */
  async one(
    competitionId: string,
    userId: string,
    sort: CompetitionSort,
  ): Promise<Pick<CompetitionAnswer, 'competition' | 'rounds'>> {
    const state = await this.streams.latest(competitionId);
    if (state === null || !mayReadCompetition(state, userId)) throw new Refusal('COMPETITION_NOT_FOUND');
    const [cards, people] = await Promise.all([this.finder.cards(state), this.people.find(peopleOf(state))]);
    return {
      competition: presentCompetition(state, people, this.clock().toISOString()),
      rounds: sortedTable(competitionTable(state, cards), sort).map((row) => presentTableRow(row, people)),
    };
  }
}
