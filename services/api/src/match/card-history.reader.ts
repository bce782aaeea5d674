import { MESSAGES, type CardHistoryAnswer } from '@fairmark/contract';
import { Injectable } from '@nestjs/common';
import { invalidInput } from '../http/refusal.js';
import { eventsOfCard, presentHistory, writersOf } from './card-history.js';
import { presentCorrections } from './presenting/card.presenter.js';
import { CorrectionNotes } from './correction/correction-notes.js';
import type { Answered } from './commands/match.commands.js';
import { MatchReader } from './match.reader.js';
import { PeopleDirectory } from './presenting/people.js';
import { MatchStreams } from './streams/match-streams.js';

/** Who wrote what on a card, and when: what a dispute over a hole is settled with. */
@Injectable()
export class CardHistoryReader {
  constructor(
    private readonly matches: MatchReader,
    private readonly people: PeopleDirectory,
    private readonly notes: CorrectionNotes,
    private readonly streams: MatchStreams,
  ) {}

  /**
   * The history of one card, from the log itself: a fold only knows what stands now.
   *
   * @param userId whose card; the viewer's unless named
   * @throws Refusal MATCH_NOT_FOUND, INVALID_INPUT
   */
  async card(matchId: string, viewerId: string, userId = viewerId): Promise<Answered<CardHistoryAnswer>> {
    const { state, revision } = await this.matches.readable(matchId, viewerId);
    if (userId !== viewerId && !state.members.has(userId)) throw invalidInput({ userId: MESSAGES.notInGroup });

    const until = Number(revision) + 1;
    const { marker = [], corrections = [] } = state.cards.get(userId) ?? {};
    // As many as there are at that revision: the match may go on meanwhile.
    const card = { marker, corrections: [...corrections] };
    const notes = await this.notes.about(state);
    const events = eventsOfCard(await this.streams.events(matchId, until), userId);
    const people = await this.people.find([...writersOf(events), ...corrections.map((each) => each.correctedBy)]);
    return {
      userId,
      revision: String(until - 1),
      ...presentHistory(events, people),
      corrections: presentCorrections(card, people, notes),
    };
  }
}
