import { CORRECTION_TEXTS, LIMITS, MESSAGES } from '@fairmark/contract';
import { cardHash } from '../card-hash.js';
import { countingEntries } from '../match.queries.js';
import type { Card, CountingEntry, MatchState } from '../match.state.js';
import type { CorrectedHole } from '../match.events.js';
import { FORMATS, type Format } from '@fairmark/scoring';
import {
  happened,
  invalid,
  nothing,
  refused,
  type Decision,
  type HoleCorrection,
  type MatchCommandOf,
  type Refused,
} from './match.command.js';

type CorrectCard = MatchCommandOf<'CorrectCard'>;
type Counting = readonly (CountingEntry | null)[];

/**
 * A committee puts holes of a verified card right, never of its own card. Nothing that was entered or signed changes;
 * what counts does. Refused in this order: no such card, the own one, not verified, holes or note that make no sense,
 * and, where the entry that counted is named, another one counting now. Holes that count so already are left out; a
 * correction without others is success and changes nothing, also of a card that was corrected so often that it takes no
 * more.
 */
export function correctCard(state: MatchState | null, command: CorrectCard): Decision {
  if (state === null) return refused('MATCH_NOT_FOUND');
  const { actorId, userId } = command;
  const card = state.cards.get(userId);
  if (card === undefined) return invalid({ userId: MESSAGES.notInGroup });
  if (userId === actorId) return refused('OWN_CARD');
  if (!card.verified) return refused('CARD_NOT_VERIFIED');
  return senselessRefusal(state.matchType, command) ?? correction({ state, card, command });
}

function correction({ state, card, command }: { state: MatchState; card: Card; command: CorrectCard }): Decision {
  const { actorId: correctedBy, userId, reason, noteHash } = command;
  const counting = countingEntries(card);
  const stale = staleRefusal(counting, command.holes);
  if (stale !== null) return stale;
  const holes = command.holes.flatMap((hole) => changedHole(counting, hole));
  if (holes.length === 0) return nothing;
  if (card.corrections.length >= LIMITS.correctionsPerCardMax) return invalid({ holes: CORRECTION_TEXTS.noMore });

  const { settings } = card;
  const marker = counting.map((entry, index) => holes.find(({ holeNumber }) => holeNumber === index + 1) ?? entry);
  const data = {
    userId,
    correctedBy,
    reason,
    noteHash,
    holes,
    cardHash: cardHash(state, { userId, settings, marker }),
  };
  return happened({ type: 'CardCorrected', data });
}

/** Bad input, by field. */
function senselessRefusal(format: Format, { reason, noteHash, holes }: CorrectCard): Refused | null {
  const numbers = new Set(holes.map(({ holeNumber }) => holeNumber));
  if (holes.length === 0 || numbers.size < holes.length) return invalid({ holes: CORRECTION_TEXTS.holes });
  const wrong = holes.flatMap((hole, index) =>
    Object.entries(senseless(format, hole)).map(([field, text]): [string, string] => [`holes.${index}.${field}`, text]),
  );
  if (wrong.length > 0) return invalid(Object.fromEntries(wrong));
  return reason === 'OTHER' && noteHash === null ? invalid({ note: CORRECTION_TEXTS.noteNeeded }) : null;
}

/** What is wrong with a hole, by field. */
function senseless(format: Format, { holeNumber, strokes, noScore }: HoleCorrection): Record<string, string> {
  if (!isWhole(holeNumber, 1, LIMITS.holes)) return { holeNumber: MESSAGES.holeRange };
  if (noScore) {
    if (strokes !== null) return { noScore: MESSAGES.strokesOrNoScore };
    return FORMATS[format].noScore ? {} : { noScore: MESSAGES.noScoreInStroke };
  }
  const inRange = strokes !== null && isWhole(strokes, LIMITS.strokesMin, LIMITS.strokesMax);
  return inRange ? {} : { strokes: MESSAGES.strokesRange };
}

const isWhole = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max;

/** What counts now, where that is not what was shown. */
function staleRefusal(counting: Counting, holes: readonly HoleCorrection[]): Refused | null {
  const stale = holes.flatMap(({ holeNumber, replaces }) => {
    const entry = counting[holeNumber - 1] ?? null;
    return replaces === undefined || entry === null || replaces === entry.entryId ? [] : [entry];
  });
  if (stale.length === 0) return null;
  const current = stale.map(({ entryId, holeNumber, strokes, noScore }) => ({
    id: entryId,
    holeNumber,
    strokes,
    noScore,
  }));
  return refused('SCORE_CHANGED', { current });
}

/** The hole as the event records it; none where it counts so already. */
function changedHole(counting: Counting, { holeNumber, strokes, noScore }: HoleCorrection): CorrectedHole[] {
  const entry = counting[holeNumber - 1] ?? null;
  // A verified card has all 18.
  if (entry === null || (entry.strokes === strokes && entry.noScore === noScore)) return [];
  return [{ holeNumber, strokes, noScore, replaces: entry.entryId }];
}
