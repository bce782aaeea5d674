import { CORRECTION_TEXTS, LIMITS, MESSAGES } from '@fairmark/contract';
import { cardHash } from '../card-hash.js';
import { countingEntries } from '../match.queries.js';
import type { CountingEntry, MatchState } from '../match.state.js';
import type { CorrectedHole } from '../match.events.js';
import type { Format } from '@fairmark/scoring';
import { happened, invalid, nothing, refused, type Decision, type Refused } from './match.command.js';
import type { HoleCorrection, MatchCommandOf } from './match.command.js';
import { entryErrors } from './scoring.decider.js';

type CorrectCard = MatchCommandOf<'CorrectCard'>;
type Counting = readonly (CountingEntry | null)[];

/**
 * A committee member corrects holes of another golfer's verified card. Entries and signatures stay unchanged; only the
 * scores that count change. Refused in this order: no such card, one's own card, a card that is not verified, invalid
 * holes or note, and a hole whose named entry no longer counts. Holes that already count as asked are left out. If none
 * remain, the command succeeds without events, even where the card has reached its limit of corrections.
 */
export function correctCard(state: MatchState | null, command: CorrectCard): Decision {
  if (state === null) return refused('MATCH_NOT_FOUND');
  const { actorId, userId, reason, noteHash } = command;
  const card = state.cards.get(userId);
  if (card === undefined) return invalid({ userId: MESSAGES.notInGroup });
  if (userId === actorId) return refused('OWN_CARD');
  if (!card.verified) return refused('CARD_NOT_VERIFIED');
  const counting = countingEntries(card);
  const refusal = invalidRefusal(state.matchType, command) ?? staleRefusal(counting, command.holes);
  if (refusal !== null) return refusal;
  const holes = command.holes.flatMap((hole) => changedHole(counting, hole));
  if (holes.length === 0) return nothing;
  if (card.corrections.length >= LIMITS.correctionsPerCardMax) return invalid({ holes: CORRECTION_TEXTS.noMore });

  const { settings } = card;
  const marker = counting.map((entry, index) => holes.find(({ holeNumber }) => holeNumber === index + 1) ?? entry);
  const hash = cardHash(state, { userId, settings, marker });
  const data = { userId, correctedBy: actorId, reason, noteHash, holes, cardHash: hash };
  return happened({ type: 'CardCorrected', data });
}

function invalidRefusal(format: Format, { reason, noteHash, holes }: CorrectCard): Refused | null {
  const numbers = new Set(holes.map(({ holeNumber }) => holeNumber));
  if (holes.length === 0 || numbers.size < holes.length) return invalid({ holes: CORRECTION_TEXTS.holes });
  const wrong = holes.flatMap((hole, index) =>
    Object.entries(errorsOf(format, hole)).map(([field, text]): [string, string] => [`holes.${index}.${field}`, text]),
  );
  if (wrong.length > 0) return invalid(Object.fromEntries(wrong));
  return reason === 'OTHER' && noteHash === null ? invalid({ note: CORRECTION_TEXTS.noteNeeded }) : null;
}

/** Validation errors of a hole, by field; a correction leaves no hole empty. */
function errorsOf(format: Format, hole: HoleCorrection): Record<string, string> {
  const empty = hole.strokes === null && !hole.noScore;
  return entryErrors(format, hole) ?? (empty ? { strokes: MESSAGES.strokesRange } : {});
}

/** SCORE_CHANGED with the entries that count now, if they differ from those that were shown. */
function staleRefusal(counting: Counting, holes: readonly HoleCorrection[]): Refused | null {
  const stale = holes.flatMap(({ holeNumber, replaces }) => {
    const entry = counting[holeNumber - 1] ?? null;
    return replaces === undefined || entry === null || replaces === entry.entryId ? [] : [entry];
  });
  if (stale.length === 0) return null;
  const current = stale.map(({ entryId: id, holeNumber, strokes, noScore }) => ({ id, holeNumber, strokes, noScore }));
  return refused('SCORE_CHANGED', { current });
}

/** The hole as the event records it; empty if it already counts as asked. */
function changedHole(counting: Counting, { holeNumber, strokes, noScore }: HoleCorrection): CorrectedHole[] {
  const entry = counting[holeNumber - 1] ?? null;
  // The null check is for the compiler: a verified card has all 18 entries.
  if (entry === null || (entry.strokes === strokes && entry.noScore === noScore)) return [];
  return [{ holeNumber, strokes, noScore, replaces: entry.entryId }];
}
