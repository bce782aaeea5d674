import { LIMITS, MESSAGES, type Side } from '@fairmark/contract';
import { FORMATS, type Format } from '@fairmark/scoring';
import { entriesOf, isSigned, sideOf } from '../match.queries.js';
import type { Card, Entry, MatchState } from '../match.state.js';
import type { MatchEvent } from '../match.events.js';
import { happened, invalid, nothing, refused, type Decision, type MatchCommandOf } from './match.command.js';

type ScoreHole = MatchCommandOf<'ScoreHole'>;

/**
 * Records one side's entry (docs/product.md, Scoring): the player's side of the golfer's own card, the marker's side of
 * a card that the golfer marks. A former marker may still fill empty holes, because such entries were in transit when
 * the marker changed. An entry that is already stored succeeds, even on a card that has been signed or withdrawn since.
 */
export function scoreHole(state: MatchState, command: ScoreHole): Decision {
  const wrong = entryErrors(state.matchType, command);
  if (wrong !== null) return invalid(wrong);
  const { actorId, userId, holeNumber } = command;
  const card = state.cards.get(userId);
  const writer = card === undefined ? null : writerOf(card, actorId);
  if (card === undefined || writer === null) return refused('NOT_MARKER');

  const { side, emptyHolesOnly } = writer;
  const current = entriesOf(card, side)[holeNumber - 1] ?? null;
  if (holds(current, command)) return nothing;
  if (emptyHolesOnly && current !== null) return refused('NOT_MARKER');
  if (card.withdrawn) return refused('ROUND_WITHDRAWN');
  if (isSigned(card)) return refused('ROUND_SIGNED');
  return isStale(current, command) ? refused('SCORE_CHANGED', { current }) : happened(written(command, side, current));
}

/** The event for an entry or for clearing it. There is an entry to clear, because `holds` caught an empty hole. */
function written(command: ScoreHole, side: Side, current: Entry | null): MatchEvent {
  const { actorId: enteredBy, userId, holeNumber, strokes, noScore } = command;
  const hole = { userId, side, enteredBy, holeNumber };
  if (strokes === null && !noScore && current !== null) {
    return { type: 'HoleScoreCleared', data: { ...hole, replaces: current.entryId } };
  }
  return { type: 'HoleScored', data: { ...hole, strokes, noScore, replaces: current?.entryId ?? null } };
}

/** Validation errors of an entry, by field; null if there are none. Neither strokes nor No Score is an empty entry. */
export function entryErrors(
  format: Format,
  { holeNumber, strokes, noScore }: Pick<ScoreHole, 'holeNumber' | 'strokes' | 'noScore'>,
): Record<string, string> | null {
  if (!isWhole(holeNumber, 1, LIMITS.holes)) return { holeNumber: MESSAGES.holeRange };
  if (strokes !== null && !isWhole(strokes, LIMITS.strokesMin, LIMITS.strokesMax)) {
    return { strokes: MESSAGES.strokesRange };
  }
  if (strokes !== null && noScore) return { noScore: MESSAGES.strokesOrNoScore };
  return noScore && !FORMATS[format].noScore ? { noScore: MESSAGES.noScoreInStroke } : null;
}

const isWhole = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max;

function writerOf(card: Card, userId: string): { side: Side; emptyHolesOnly: boolean } | null {
  const side = sideOf(card, userId);
  if (side !== null) return { side, emptyHolesOnly: false };
  return card.formerMarkers.has(userId) ? { side: 'MARKER', emptyHolesOnly: true } : null;
}

/** Whether the stored entry already equals the command; a cleared hole equals one that was never entered. */
function holds(current: Entry | null, { strokes, noScore }: ScoreHole): boolean {
  return (current?.strokes ?? null) === strokes && (current?.noScore ?? false) === noScore;
}

function isStale(current: Entry | null, { replaces }: ScoreHole): boolean {
  return replaces !== undefined && replaces !== (current?.entryId ?? null);
}
