import { MESSAGES, type CardHistoryAnswer, type MatchAnswer } from '@fairmark/contract';
import type { FoldedStream } from '@fairmark/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { IdField } from '../http/fields.js';
import { invalidInput, Refusal } from '../http/refusal.js';
import { CLOCK, type Clock } from '../platform/tokens.js';
import { CorrectionNotes } from './correction/correction.handler.js';
import type { Answered } from '../commands/command-identity.js';
import { mayRead, type MatchState } from '@fairmark/events';
import { eventsOfCard, presentCorrections, presentHistory, writerOf } from './presenting/card.presenter.js';
import { peopleOf, presentMatchAnswer, type PersonalData } from './presenting/match.presenter.js';
import { PeopleDirectory } from '../golfers/people.js';
import { MatchStreams } from './streams/match-streams.js';

/** Selects the golfer whose side of a match is shown. */
export class ViewQuery {
  @IdField({ optional: true, description: 'Another player of the match, whose settings and scores are meant' })
  userId?: string;
}

/** Reads matches for their golfers. */
@Injectable()
export class MatchReader {
  constructor(
    private readonly streams: MatchStreams,
    private readonly people: PeopleDirectory,
    private readonly notes: CorrectionNotes,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The match from its stream, so never stale, with the settings and scores of its player `userId`.
   * @throws Refusal MATCH_NOT_FOUND, INVALID_INPUT
   */
  async match(matchId: string, viewerId: string, userId = viewerId): Promise<Answered<MatchAnswer>> {
    const fold = await this.readable(matchId, viewerId, userId);
    const log = await this.streams.logId();
    // Last, because events folded during another wait may add golfers whose names are not read yet.
    const personal = await this.personalData(fold);
    const view = { viewerId, userId, now: this.clock().toISOString() };
    return { ...presentMatchAnswer(fold.state, view, personal), log, revision: String(fold.revision) };
  }

  /**
   * The history of the card of `userId`: who entered what and when. Reads the log: a fold only has the current state.
   * @throws Refusal MATCH_NOT_FOUND, INVALID_INPUT
   */
  async history(matchId: string, viewerId: string, userId = viewerId): Promise<Answered<CardHistoryAnswer>> {
    const { state, revision } = await this.readable(matchId, viewerId, userId);
    const { marker = [], corrections = [] } = state.cards.get(userId) ?? {};
    // Copy them as of this revision, because the match may change in the meantime.
    const card = { marker, corrections: [...corrections] };
    const notes = await this.notes.about(state);
    const events = eventsOfCard(await this.streams.events(matchId, Number(revision) + 1), userId);
    const writers = new Set([...events.map(writerOf), ...card.corrections.map((each) => each.correctedBy)]);
    const people = await this.people.find(writers);
    return {
      userId,
      revision: String(revision),
      ...presentHistory(events, people),
      corrections: presentCorrections(card, people, notes),
    };
  }

  /** The names and notes that an answer needs, unless erased. Repeats if the match changes in the meantime. */
  private async personalData(fold: FoldedStream<MatchState>): Promise<PersonalData> {
    for (;;) {
      const { revision, state } = fold;
      const notes = await this.notes.about(state);
      const people = await this.people.find(peopleOf(state));
      if (fold.revision === revision) return { people, notes };
    }
  }

  /** The match, if the golfer may see it. @throws Refusal MATCH_NOT_FOUND, INVALID_INPUT for a stranger's `userId` */
  async readable(matchId: string, viewerId: string, userId = viewerId): Promise<FoldedStream<MatchState>> {
    const fold = await this.streams.latest(matchId);
    const now = this.clock().toISOString();
    if (fold === null || !mayRead(fold.state, viewerId, now)) throw new Refusal('MATCH_NOT_FOUND');
    if (userId !== viewerId && !fold.state.members.has(userId)) throw invalidInput({ userId: MESSAGES.notInGroup });
    return fold;
  }
}
