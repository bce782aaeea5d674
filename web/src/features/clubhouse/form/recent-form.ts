import type { HistoryRow, Format, ParResult } from '@fairmark/contract';
import { FORMAT_WORDS } from '../../../golf/format-words.js';
import { MINUS } from '../../../text/words.js';

/** Rounds that the picture of form shows, the latest ones: as many as a handicap is made of. */
export const FORM_ROUNDS = 20;
/** Rounds that an average is taken over. */
export const AVERAGE_OF = 5;
/** Below that there is nothing to compare. */
export const FORM_FROM = 2;
/** Pars that holes have. */
export const PARS = [3, 4, 5] as const;

/** How rounds are measured: by Stableford points, or by strokes after handicap less the card's par. */
export type Measure = 'points' | 'nett';

/** A completed round, and how the golfer stood after it. Null where there is nothing to count. */
export interface FormRound {
  matchId: string;
  day: string;
  course: string;
  matchType: Format;
  points: number;
  nettToPar: number | null;
  /** Of this round and the ones before it, up to five. */
  average: { points: number; nettToPar: number | null };
  /** Strokes over par on one hole of each par, of the same rounds. In the order of {@link PARS}. */
  byPar: readonly (number | null)[];
}

/** The latest completed rounds of a history, the oldest first. A withdrawn round is none. */
export function recentForm(history: readonly HistoryRow[]): FormRound[] {
  const rounds = history
    .filter(({ userRound }) => !userRound.withdrawn)
    .sort((a, b) => a.userRound.createdAt.localeCompare(b.userRound.createdAt));
  const played = rounds.map(({ matchId, course, userRound }) => ({
    matchId,
    day: userRound.day,
    course: course.name,
    matchType: userRound.matchType,
    points: userRound.scoreTotals.stableford,
    nettToPar: nettToPar(userRound),
    byPar: userRound.byPar,
  }));
  return played
    .map((round, i) => {
      const upToIt = played.slice(Math.max(0, i + 1 - AVERAGE_OF), i + 1);
      return {
        ...round,
        average: { points: mean(upToIt.map(({ points }) => points)) ?? 0, nettToPar: mean(upToIt.map(nettOf)) },
        byPar: PARS.map((par) => perHole(upToIt.flatMap((other) => other.byPar.filter((of) => of.par === par)))),
      };
    })
    .slice(-FORM_ROUNDS);
}

/** What most of the rounds were played for says how they are measured first: stroke by nett, Stableford and par by points. */
export function usualMeasure(rounds: readonly Pick<FormRound, 'matchType'>[]): Measure {
  const byNett = rounds.filter(({ matchType }) => FORMAT_WORDS[matchType].measure === 'nett');
  return byNett.length * 2 > rounds.length ? 'nett' : 'points';
}

/** A number with its sign and as many decimals as asked for: "+0.85", "0.0", "−1.2". */
export function signedDecimal(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return value > 0 ? `+${text}` : `${MINUS}${text}`;
}

/** Nett less the par of the card; null while a hole has no score. */
function nettToPar({ scoreTotals, dailyHandicap, byPar }: HistoryRow['userRound']): number | null {
  if (scoreTotals.nett === null) return null;
  return byPar.reduce((sum, { toPar }) => sum + toPar, 0) - dailyHandicap;
}

const nettOf = ({ nettToPar }: Pick<FormRound, 'nettToPar'>): number | null => nettToPar;

function perHole(results: readonly ParResult[]): number | null {
  const holes = results.reduce((sum, result) => sum + result.holes, 0);
  return holes === 0 ? null : results.reduce((sum, { toPar }) => sum + toPar, 0) / holes;
}

function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}
