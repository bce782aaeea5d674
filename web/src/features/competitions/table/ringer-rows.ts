import type { CompetitionHole } from '@fairmark/contract';
import type { NineHole, NineTotal } from '../../../golf/nine-table.js';

const NINE = 9;

/** A nine of a player's ringer card as its table shows it. */
interface RingerNine {
  holes: NineHole[];
  total: NineTotal;
}

/** The two nines of a ringer card: the best strokes of each hole, with the points that they made in their round. */
export function ringerNines(holeScores: readonly CompetitionHole[]): [out: RingerNine, back: RingerNine] {
  const nine = (label: NineTotal['label'], from: number): RingerNine => {
    const scores = holeScores.slice(from, from + NINE);
    return {
      holes: scores.map((hole) => ({
        number: hole.holeNumber,
        par: hole.holeParUnadjusted ?? 0,
        strokes: hole.scoreStroke,
        noScore: hole.noScore,
        score: hole.scoreStableford === null ? '' : String(hole.scoreStableford),
        received: 0,
      })),
      total: {
        label,
        par: sumOf(scores.map(({ holeParUnadjusted }) => holeParUnadjusted ?? 0)),
        strokes: scores.some(({ scoreStroke }) => scoreStroke === null)
          ? '–'
          : sumOf(scores.map(({ scoreStroke }) => scoreStroke ?? 0)),
        score: sumOf(scores.map(({ scoreStableford }) => scoreStableford ?? 0)),
      },
    };
  };
  return [nine('Out', 0), nine('In', NINE)];
}

/** A round that a ringer card has holes of. */
export interface Origin {
  matchId: string;
  /** Course-local date, YYYY-MM-DD. */
  day: string;
  /** Hole numbers, rising. */
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
  const last = holes.at(-1);
  if (holes.length < 2) return `Hole ${last ?? ''}`;
  return `Holes ${holes.slice(0, -1).join(', ')} and ${last ?? ''}`;
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
