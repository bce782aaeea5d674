import {
  handicapForShow,
  type CardCorrection,
  type CardSignature,
  type Round,
  type RoundHole,
  type ScoreEntry,
  type ScoreTotals,
} from '@fairmark/contract';
import {
  cannotBeVerified,
  countingEntries,
  holeOf,
  isMismatch,
  missingHoles,
  strokesOn,
  correctedEntries,
  writtenScore,
  type Card,
  type CountingEntry,
  type Entry,
  type MatchState,
} from '@fairmark/events';
import { cardTotals, holeResult, noScoreOnCard, parResult, stablefordPoints, type CardTotals } from '@fairmark/scoring';
import { nameOf, type People } from './people.js';

/** An entry with its results in all three formats. */
export function presentEntry(state: MatchState, entry: Entry, people: People): ScoreEntry {
  const card = cardOf(state, entry.userId);
  const { par } = holeOf(state, card, entry.holeNumber);
  const strokes = entry.noScore ? null : entry.strokes;
  const played = { par, strokesReceived: strokesOn(state, card, entry.holeNumber), strokes };
  return {
    id: entry.entryId,
    holeNumber: entry.holeNumber,
    strokes,
    noScore: entry.noScore,
    score: holeResult({ ...played, format: state.matchType }),
    scoreStableford: stablefordPoints(played),
    scorePar: parResult(played),
    scoreStrokes: strokes,
    scoreStroke: strokes,
    createdAt: entry.recordedAt,
    matchId: state.matchId,
    userId: entry.userId,
    side: entry.side,
    enteredBy: nameOf(people, entry.enteredBy),
  };
}

/** Committees' notes, by the hash that the log has instead; erased notes are missing. */
export type Notes = ReadonlyMap<string, string>;

/** Every card with both sides' entries, in the order of joining; none before the start. */
export function presentRounds(state: MatchState, people: People, notes: Notes): Round[] {
  return [...state.cards.values()].map((card) => {
    const { handicap, dailyHandicap } = card.settings;
    const entries = countingEntries(card);
    const holes = entries.map((counts, index) => presentHole(state, card, index + 1, { counts, people }));
    return {
      player: nameOf(people, card.userId),
      marker: card.markerId === null ? null : nameOf(people, card.markerId),
      handicap,
      dailyHandicap,
      dailyHandicapForShow: handicapForShow(dailyHandicap, 0),
      holes,
      scoreTotals: totals(state, card, entries),
      signatures: presentSignatures(card, people),
      signedByUserId: card.signatures.PLAYER?.signedBy ?? null,
      verified: card.verified,
      withdrawn: card.withdrawn,
      cannotBeVerified: cannotBeVerified(state, card),
      mismatchingScoreHoleNumbers: holes.filter(({ mismatch }) => mismatch).map(({ holeNumber }) => holeNumber),
      incompleteHoles: {
        player: missingHoles(card, 'PLAYER'),
        marker: state.playType === 'SOCIAL' ? [] : missingHoles(card, 'MARKER'),
      },
      corrections: presentCorrections(card, people, notes),
    };
  });
}

function presentHole(
  state: MatchState,
  card: Card,
  holeNumber: number,
  { counts, people }: { counts: CountingEntry | null; people: People },
): RoundHole {
  const player = card.player[holeNumber - 1] ?? null;
  const marker = card.marker[holeNumber - 1] ?? null;
  const mismatch = isMismatch(state, card, holeNumber);
  const { par } = holeOf(state, card, holeNumber);
  return {
    holeNumber,
    player: player === null ? null : presentEntry(state, player, people),
    marker: marker === null ? null : presentEntry(state, marker, people),
    mismatch,
    differentStrokes: player !== null && marker !== null && !mismatch && player.strokes !== marker.strokes,
    ...countingScore(counts, par),
    corrected: card.corrections.some(({ holes }) => holes.some((hole) => hole.holeNumber === holeNumber)),
  };
}

function countingScore(entry: CountingEntry | null, par: number): Pick<RoundHole, 'strokes' | 'noScore'> {
  if (entry === null) return { strokes: null, noScore: false };
  return { strokes: entry.noScore ? noScoreOnCard(par) : entry.strokes, noScore: entry.noScore };
}

function totals(state: MatchState, card: Card, entries: readonly (CountingEntry | null)[]): ScoreTotals {
  const holes = card.player.map((_, index) => holeOf(state, card, index + 1));
  const { dailyHandicap } = card.settings;
  return presentTotals(cardTotals({ entries, holes, dailyHandicap, format: state.matchType }));
}

/** A card's totals as the api answers them. */
export function presentTotals(totals: CardTotals): ScoreTotals {
  const { stableford, par, gross, nett, includesNoScore, thru, out } = totals;
  return { stableford, par, gross, nett, includesNoScore, thru, out, in: totals.in };
}

function presentSignatures(card: Card, people: People): CardSignature[] {
  return [card.signatures.PLAYER, card.signatures.MARKER]
    .filter((signature) => signature !== undefined)
    .map(({ signedBy, as, signedAt, cardHash }) => ({
      signedByUserId: signedBy,
      fullName: nameOf(people, signedBy).fullName,
      as,
      signedAt,
      cardHash,
    }));
}

/** The committee's corrections in order, each with what counted before it. */
export function presentCorrections(
  card: Pick<Card, 'marker' | 'corrections'>,
  people: People,
  notes: Notes,
): CardCorrection[] {
  return card.corrections.map(({ correctionId, correctedBy, correctedAt, reason, noteHash, holes }, i) => {
    const before = correctedEntries(card.marker, card.corrections.slice(0, i));
    return {
      correctionId,
      by: nameOf(people, correctedBy),
      at: correctedAt,
      reason,
      note: noteHash === null ? null : (notes.get(noteHash) ?? null),
      holes: holes.map((hole) => ({
        holeNumber: hole.holeNumber,
        from: writtenScore(before[hole.holeNumber - 1] ?? null),
        to: writtenScore(hole),
      })),
    };
  });
}

function cardOf(state: MatchState, userId: string): Card {
  const card = state.cards.get(userId);
  if (card === undefined) throw new Error(`${userId} has no card in match ${state.matchId}`);
  return card;
}
