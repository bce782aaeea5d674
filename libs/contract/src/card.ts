import {
  type CardEntry,
  type CardTotals,
  type Format,
  type ScoredHole,
  cardTotals,
  holeResult,
  noScoreOnCard,
  parResult,
  scoresAgree,
  stablefordPoints,
  strokesReceived,
} from '@fairmark/scoring';
import type { Round, RoundHole, ScoreEntry, ScoreTotals } from './entities.js';

type Result = 'score' | 'scoreStableford' | 'scorePar' | 'scoreStrokes' | 'scoreStroke';

/** An entry with its results in all formats; `score` is that in the round's own. */
export function scoredEntry(
  fields: Omit<ScoreEntry, Result>,
  hole: { par: number; strokesReceived: number },
  format: Format,
): ScoreEntry {
  const { strokes } = fields;
  const played = { ...hole, strokes };
  // Spread last: V8 adds properties after a spread slowly, and a match has a hundred entries.
  return {
    score: holeResult({ format, ...played }),
    scoreStableford: stablefordPoints(played),
    scorePar: parResult(played),
    scoreStrokes: strokes,
    scoreStroke: strokes,
    ...fields,
  };
}

/** A card as its player plays it. */
interface PlayedCard {
  format: Format;
  isSocial: boolean;
  /** Entries of such a card are not compared: no golfer is left who could settle a difference. */
  cannotBeVerified: boolean;
  dailyHandicap: number;
  /** Index 0 is hole 1. */
  holes: readonly ScoredHole[];
}

interface CardEntries {
  player: readonly (ScoreEntry | null)[];
  marker: readonly (ScoreEntry | null)[];
  /** What counts on the holes that the committee corrected, by number. */
  corrected?: ReadonlyMap<number, CardEntry>;
}

type CardResults = Pick<Round, 'holes' | 'scoreTotals' | 'mismatchingScoreHoleNumbers' | 'incompleteHoles'>;

/** The results of a card: of each hole, in total, and what is still open on it. */
export function cardResults(
  { format, isSocial, cannotBeVerified, dailyHandicap, holes }: PlayedCard,
  { player, marker, corrected = new Map() }: CardEntries,
): CardResults {
  // The marker's entries count once all are there, until then the player's.
  const counting = (marker.includes(null) ? player : marker).map((entry, index) => corrected.get(index + 1) ?? entry);
  const shown = holes.map(({ par, strokeIndex }, index): RoundHole => {
    const [mine, theirs, counts] = [player[index] ?? null, marker[index] ?? null, counting[index] ?? null];
    const received = strokesReceived(dailyHandicap, strokeIndex);
    const both = mine !== null && theirs !== null && !cannotBeVerified;
    const mismatch = both && !scoresAgree({ format, par, strokesReceived: received, player: mine, marker: theirs });
    return {
      holeNumber: index + 1,
      player: mine,
      marker: theirs,
      mismatch,
      differentStrokes: both && !mismatch && mine.strokes !== theirs.strokes,
      ...countingScore(counts, par),
      corrected: corrected.has(index + 1),
    };
  });
  return {
    holes: shown,
    scoreTotals: presentTotals(cardTotals({ entries: counting, holes, dailyHandicap })),
    mismatchingScoreHoleNumbers: shown.filter(({ mismatch }) => mismatch).map(({ holeNumber }) => holeNumber),
    incompleteHoles: { player: missing(player), marker: isSocial ? [] : missing(marker) },
  };
}

/** A card's totals as the api answers them. */
export function presentTotals(totals: CardTotals): ScoreTotals {
  const { nettToPar: _, ...shown } = totals;
  return shown;
}

function countingScore(entry: CardEntry | null, par: number): CardEntry {
  if (entry === null) return { strokes: null, noScore: false };
  return { strokes: entry.noScore ? noScoreOnCard(par) : entry.strokes, noScore: entry.noScore };
}

function missing(entries: readonly (ScoreEntry | null)[]): number[] {
  return entries.flatMap((entry, index) => (entry === null ? [index + 1] : []));
}
