import { MESSAGES, type Side } from '@fairmark/contract';
import {
  entriesOf,
  sideOf,
  type Entry,
  type MatchCommandOf,
  type MatchEvents,
  type MatchEventType,
  type MatchState,
  type RecordedEvent,
} from '@fairmark/events';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { invalidInput, Refusal } from '../../http/refusal.js';
import { LeaveRound, ReopenCard, ScoreHole, SignCards } from '../commands/match.commands.js';
import { presentEntry } from '../presenting/card.presenter.js';
import { NAME_AGE_MS, PeopleDirectory } from '../../golfers/people.js';
import { deciding, handlerOf, MatchStreams, type Done } from '../streams/match-streams.js';

/** Command handlers of the round. */

type Score = MatchCommandOf<'ScoreHole'>;

/** Called a hundred times in a round, so it costs one append and no query. */
@CommandHandler(ScoreHole)
class ScoreHoleHandler implements ICommandHandler<ScoreHole> {
  constructor(
    private readonly streams: MatchStreams,
    private readonly people: PeopleDirectory,
  ) {}

  async execute(sent: ScoreHole) {
    const command = scoreOf(sent);
    try {
      const { state, entry, ...receipt } = await this.streams.write(sent, deciding(command), (done) => ({
        state: done.state,
        entry: entryAfter(done, command),
      }));
      return { score: await this.present(state, entry), ...receipt };
    } catch (error) {
      const isStale = error instanceof Refusal && error.code === 'SCORE_CHANGED';
      const match = isStale ? await this.streams.latest(sent.matchId) : null;
      if (match === null) throw error;
      throw new Refusal('SCORE_CHANGED', { current: await this.present(match.state, entryOf(match.state, command)) });
    }
  }

  private async present(state: MatchState, entry: Entry | null) {
    if (entry === null) return null;
    return presentEntry(state, entry, await this.people.find([entry.enteredBy], NAME_AGE_MS.inReceipts));
  }
}

function scoreOf({ by, holeNumber, strokes, noScore = false, userId, replaces }: ScoreHole): Score {
  const { actorId } = by;
  if (strokes === undefined && !noScore) throw invalidInput({ strokes: MESSAGES.required });
  return {
    type: 'ScoreHole',
    actorId,
    userId: userId ?? actorId,
    holeNumber,
    strokes: strokes ?? null,
    noScore,
    replaces,
  };
}

/** The entry after the command: the new one, or the equal one that was there before. */
function entryAfter({ state, events }: Done, command: Score): Entry | null {
  const scored = events.find((event) => isOfType(event, 'HoleScored'));
  return entryOf(state, command, scored?.data.side);
}

/** The actor's entry on the command's hole; an actor who no longer marks the card wrote on the marker's side. */
function entryOf(state: MatchState, { actorId, userId, holeNumber }: Score, side?: Side): Entry | null {
  const card = state.cards.get(userId);
  if (card === undefined) return null;
  return entriesOf(card, side ?? sideOf(card, actorId) ?? 'MARKER')[holeNumber - 1] ?? null;
}

function cardsOf(events: readonly RecordedEvent[], type: 'CardSigned' | 'CardVerified'): string[] {
  return events.filter((event) => isOfType(event, type)).map(({ data }) => data.userId);
}

/** Narrows a recorded event, and its data, to a type. */
function isOfType<T extends MatchEventType>(event: RecordedEvent, type: T): event is RecordedEvent<T, MatchEvents[T]> {
  return event.type === type;
}

export const ROUND_HANDLERS = [
  ScoreHoleHandler,
  handlerOf(
    SignCards,
    ({ by, userId, seen }) => ({ type: 'SignCards', actorId: by.actorId, userId, seen }),
    ({ events }) => ({ signed: cardsOf(events, 'CardSigned'), verified: cardsOf(events, 'CardVerified') }),
  ),
  handlerOf(ReopenCard, ({ by, userId }) => ({ type: 'ReopenCard', actorId: by.actorId, userId })),
  handlerOf(LeaveRound, ({ by }) => ({ type: 'LeaveRound', actorId: by.actorId, reason: 'LEFT' })),
];
