import { LIMITS, MESSAGES, type Side } from '@fairmark/contract';
import { FORMATS } from '@fairmark/scoring';
import { entriesOf, isSigned, sideOf } from '../match.queries.js';
import type { Card, Entry, MatchState } from '../match.state.js';
import type { MatchEvent } from '../match.events.js';
import {
  happened,
  invalid,
  nothing,
  refused,
  type Decision,
  type MatchCommandOf,
  type Refused,
} from './match.command.js';

type ScoreHole = MatchCommandOf<'ScoreHole'>;

/**
 * One entry of one side (docs/product.md, Scoring). My own card takes mine as the player's, a card that I keep as the
 * marker's, and neither touches the other. A golfer who used to keep a card still fills its empty holes: those entries
 * were on their way. What is stored already is a success whatever happened since.
 */
export function scoreHole(state: MatchState, command: ScoreHole): Decision {
  const wrong = invalidScore(state, command);
  if (wrong !== null) return wrong;
  const { actorId, userId, holeNumber } = command;
  const card = state.cards.get(userId);
  const writes = card === undefined ? null : writerOf(card, actorId);
  if (card === undefined || writes === null) return refused('NOT_MARKER');

  const { side, emptyHolesOnly } = writes;
  const current = entriesOf(card, side)[holeNumber - 1] ?? null;
  if (holds(current, command)) return nothing;
  if (emptyHolesOnly && current !== null) return refused('NOT_MARKER');
  const refusal = lockedRefusal(card) ?? staleRefusal(current, command);
  return refusal ?? happened(written(command, side, current));
}

/** The entry, or its clearing; there is one to clear, or the card would hold what was asked for. */
function written(command: ScoreHole, side: Side, current: Entry | null): MatchEvent {
  const { actorId: enteredBy, userId, holeNumber, strokes, noScore } = command;
  if (strokes === null && !noScore && current !== null) {
    const data = { userId, side, enteredBy, holeNumber, replaces: current.entryId };
    return { type: 'HoleScoreCleared', data };
  }
  const data = { userId, side, enteredBy, holeNumber, strokes, noScore, replaces: current?.entryId ?? null };
  return { type: 'HoleScored', data };
}

function invalidScore(state: MatchState, { holeNumber, strokes, noScore }: ScoreHole): Refused | null {
  if (!isWhole(holeNumber, 1, LIMITS.holes)) return invalid({ holeNumber: MESSAGES.holeRange });
  if (strokes !== null && !isWhole(strokes, LIMITS.strokesMin, LIMITS.strokesMax)) {
    return invalid({ strokes: MESSAGES.strokesRange });
  }
  if (strokes !== null && noScore) return invalid({ noScore: MESSAGES.strokesOrNoScore });
  if (noScore && !FORMATS[state.matchType].noScore) return invalid({ noScore: MESSAGES.noScoreInStroke });
  return null;
}

const isWhole = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max;

/** Whose side of the card the golfer writes; a former marker only where nothing is written yet. */
function writerOf(card: Card, userId: string): { side: Side; emptyHolesOnly: boolean } | null {
  const side = sideOf(card, userId);
  if (side !== null) return { side, emptyHolesOnly: false };
  return card.formerMarkers.has(userId) ? { side: 'MARKER', emptyHolesOnly: true } : null;
}

/** The stored entry says what the command says; "cleared" and "never entered" are the same. */
function holds(current: Entry | null, { strokes, noScore }: ScoreHole): boolean {
  return (current?.strokes ?? null) === strokes && (current?.noScore ?? false) === noScore;
}

function lockedRefusal(card: Card): Refused | null {
  if (card.withdrawn) return refused('ROUND_WITHDRAWN');
  return isSigned(card) ? refused('ROUND_SIGNED') : null;
}

function staleRefusal(current: Entry | null, { replaces }: ScoreHole): Refused | null {
  const stale = replaces !== undefined && replaces !== (current?.entryId ?? null);
  return stale ? refused('SCORE_CHANGED', { current }) : null;
}
