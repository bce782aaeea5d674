import type { MatchState } from '@fairmark/events';
import { Injectable } from '@nestjs/common';
import { CorrectionNotes } from './correction/correction-notes.js';
import { peopleOf, type Erasable } from './presenting/match.presenter.js';
import { PeopleDirectory } from './presenting/people.js';

/** What an answer about a match needs beside its events: the names of its golfers, and the words of committees. */
@Injectable()
export class Erasables {
  constructor(
    private readonly people: PeopleDirectory,
    private readonly notes: CorrectionNotes,
  ) {}

  /** All of it that is still there. The match goes on meanwhile: whoever and whatever comes in is looked up too. */
  async of(state: MatchState): Promise<Erasable> {
    for (;;) {
      const before = correctionsIn(state);
      const notes = await this.notes.about(state);
      const people = await this.people.find(peopleOf(state));
      const all = [...peopleOf(state)].every((id) => people.has(id)) && correctionsIn(state) === before;
      if (all) return { people, notes };
    }
  }
}

const correctionsIn = ({ cards }: MatchState): number =>
  [...cards.values()].reduce((sum, { corrections }) => sum + corrections.length, 0);
