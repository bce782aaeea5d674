import { MESSAGES, type Side } from '@fairmark/contract';
import {
  entriesOf,
  sideOf,
  type Entry,
  type MatchEvents,
  type MatchEventType,
  type MatchState,
  type RecordedEvent,
  type MatchCommandOf,
} from '@fairmark/events';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { invalidInput, Refusal } from '../../http/refusal.js';
import { presentEntry } from '../presenting/card.presenter.js';
import { LeaveRound, ReopenCard, ScoreHole, SignCards } from '../commands/match.commands.js';
import type { ScoreDto } from '../commands/match.dto.js';
import { deciding, MatchStreams, receiptOnly, type Decide, type Done, type Receipt } from '../streams/match-streams.js';
import { NAME_AGE_MS, PeopleDirectory } from '../presenting/people.js';

/** Commands of the round. */

@CommandHandler(LeaveRound)
export class LeaveRoundHandler implements ICommandHandler<LeaveRound> {
  constructor(private readonly streams: MatchStreams) {}

  execute({ by, input: { matchId } }: LeaveRound): Promise<Receipt> {
    const { actorId } = by;
    const leave = deciding({ type: 'LeaveRound', actorId, reason: 'LEFT' });
    return this.streams.write(matchId, by, leave, receiptOnly);
  }
}

/** The call that a round makes a hundred times: one append, no query. */
@CommandHandler(ScoreHole)
export class ScoreHoleHandler implements ICommandHandler<ScoreHole> {
  constructor(
    private readonly streams: MatchStreams,
    private readonly people: PeopleDirectory,
  ) {}

  async execute({ by, input }: ScoreHole) {
    const { matchId } = input;
    const command = scoreOf(by.actorId, input);
    const decideScore = deciding(command);
    let changed: Standing | null = null;
    const decide: Decide = (state, now) => {
      const decision = decideScore(state, now);
      const stale = !decision.ok && decision.code === 'SCORE_CHANGED' && state !== null;
      if (stale) changed = { state, entry: entryOf(state, command) };
      return decision;
    };
    try {
      const { state, entry, ...receipt } = await this.streams.write(matchId, by, decide, (done) =>
        written(done, command),
      );
      return { ...receipt, score: await this.present({ state, entry }) };
    } catch (error) {
      if (changed === null || !(error instanceof Refusal) || error.code !== 'SCORE_CHANGED') throw error;
      throw new Refusal('SCORE_CHANGED', { current: await this.present(changed) });
    }
  }

  private async present({ state, entry }: Standing) {
    return entry === null
      ? null
      : presentEntry(state, entry, await this.people.find([entry.enteredBy], NAME_AGE_MS.inReceipts));
  }
}

/** An entry of a match, null where there is none. */
interface Standing {
  state: MatchState;
  entry: Entry | null;
}

type Score = MatchCommandOf<'ScoreHole'>;

function scoreOf(actorId: string, input: ScoreDto): Score {
  const { holeNumber, strokes, noScore = false, userId = actorId, replaces } = input;
  if (strokes === undefined && !noScore) throw invalidInput({ strokes: MESSAGES.required });
  return { type: 'ScoreHole', actorId, userId, holeNumber, strokes: strokes ?? null, noScore, replaces };
}

/** The entry that stands after the command: the new one, or the equal one that was there already. */
function written({ state, events }: Done, command: Score): Standing {
  const scored = events.find((event) => isOfType(event, 'HoleScored'));
  return { state, entry: entryOf(state, command, scored?.data.side) };
}

/** The actor's entry on the command's hole; who marks that card no more wrote the marker's side. */
function entryOf(state: MatchState, { actorId, userId, holeNumber }: Score, written?: Side): Entry | null {
  const card = state.cards.get(userId);
  if (card === undefined) return null;
  const side = written ?? sideOf(card, actorId) ?? 'MARKER';
  return entriesOf(card, side)[holeNumber - 1] ?? null;
}

@CommandHandler(SignCards)
export class SignCardsHandler implements ICommandHandler<SignCards> {
  constructor(private readonly streams: MatchStreams) {}

  execute({ by, input: { matchId, userId, seen } }: SignCards) {
    const { actorId } = by;
    const sign = deciding({ type: 'SignCards', actorId, userId, seen });
    return this.streams.write(matchId, by, sign, ({ events }) => ({
      signed: cardsOf(events, 'CardSigned'),
      verified: cardsOf(events, 'CardVerified'),
    }));
  }
}

function cardsOf(events: readonly RecordedEvent[], type: 'CardSigned' | 'CardVerified'): string[] {
  return events.filter((event) => isOfType(event, type)).map(({ data }) => data.userId);
}

@CommandHandler(ReopenCard)
export class ReopenCardHandler implements ICommandHandler<ReopenCard> {
  constructor(private readonly streams: MatchStreams) {}

  execute({ by, input: { matchId, userId } }: ReopenCard): Promise<Receipt> {
    const { actorId } = by;
    const reopen = deciding({ type: 'ReopenCard', actorId, userId });
    return this.streams.write(matchId, by, reopen, receiptOnly);
  }
}

/** Whether a recorded event is of a type, and its data then too. */
function isOfType<T extends MatchEventType>(event: RecordedEvent, type: T): event is RecordedEvent<T, MatchEvents[T]> {
  return event.type === type;
}

export const ROUND_HANDLERS = [LeaveRoundHandler, ScoreHoleHandler, SignCardsHandler, ReopenCardHandler];
