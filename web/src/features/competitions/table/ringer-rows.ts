import type { CompetitionHole } from '@fairmark/contract';
import { sum, twoNines, type Nine } from '../../../golf/card-rows.js';
import { listed } from '../../../text/words.js';

/** The two nines of a ringer card: the best strokes of each hole, with the points that they made in their round. */
export function ringerNines(holeScores: readonly CompetitionHole[]): [out: Nine, back: Nine] {
  const holes = holeScores.map((hole) => ({
    number: hole.holeNumber,
    par: hole.holeParUnadjusted ?? 0,
    strokes: hole.scoreStroke,
    noScore: hole.noScore,
    score: String(hole.scoreStableford ?? ''),
    received: 0,
  }));
  return twoNines(holes, (_half, rows) => ({
    strokes: rows.some(({ strokes }) => strokes === null) ? '–' : sum(rows.map(({ strokes }) => strokes ?? 0)),
    score: sum(rows.map(({ score }) => Number(score))),
  }));
}

/** A round that a ringer card has holes of. */
export interface Origin {
  matchId: string;
  /** Course-local date, YYYY-MM-DD. */
  day: string;
  holes: number[];
}

/** Which round set which holes, the earliest round first. */
export function originsOf(holeScores: readonly CompetitionHole[]): Origin[] {
  const origins = new Map<string, Origin>();
  for (const { holeNumber, from } of holeScores) {
    if (from === null) continue;
    const origin = origins.get(from.matchId) ?? { ...from, holes: [] };
    origin.holes.push(holeNumber);
    origins.set(from.matchId, origin);
  }
  return [...origins.values()].sort((a, b) => a.day.localeCompare(b.day));
}

/** "Hole 4", "Holes 1, 4 and 7". */
export function holesWords(holes: readonly number[]): string {
  return `${holes.length < 2 ? 'Hole' : 'Holes'} ${listed(holes.map(String))}`;
}
