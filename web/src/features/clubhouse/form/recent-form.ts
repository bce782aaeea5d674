import type { Format, HistoryRow, ParResult, RoundRef } from '@fairmark/contract';
import { FORMAT_WORDS } from '../../../golf/format-words.js';
import { signed } from '../../../text/words.js';

/** How many of the latest rounds the charts show: as many as a handicap is calculated from. */
export const FORM_ROUNDS = 20;
/** Rounds in the moving average. */
export const AVERAGE_OF = 5;
/** Fewest rounds that can be compared. */
export const FORM_FROM = 2;
export const PARS = [3, 4, 5] as const;

/** The measure of a round: Stableford points, or nett strokes less the card's par. */
export type Measure = 'points' | 'nett';

/** A completed round, its result by each measure, and the averages up to it. Null where there is no value. */
export interface FormRound extends RoundRef, Record<Measure, number | null> {
  course: string;
  matchType: Format;
  /** Average of this round and up to four before it. */
  average: Record<Measure, number | null>;
  /** Average strokes over par per hole of each par, over the same rounds. In the order of {@link PARS}. */
  byPar: readonly (number | null)[];
}

/** The latest completed rounds of a history, oldest first, without withdrawn ones. */
export function recentForm(history: readonly HistoryRow[]): FormRound[] {
  const rounds = history
    .filter(({ userRound }) => !userRound.withdrawn)
    .sort((a, b) => a.userRound.createdAt.localeCompare(b.userRound.createdAt));
  return rounds
    .map(({ course, userRound }, i) => {
      const upToIt = rounds.slice(Math.max(0, i + 1 - AVERAGE_OF), i + 1).map((row) => row.userRound);
      return {
        ...userRound,
        course: course.name,
        points: userRound.scoreTotals.stableford,
        nett: nettToPar(userRound),
        average: {
          points: mean(upToIt.map(({ scoreTotals }) => scoreTotals.stableford)),
          nett: mean(upToIt.map(nettToPar)),
        },
        byPar: PARS.map((par) => perHole(upToIt.flatMap(({ byPar }) => byPar.filter((of) => of.par === par)))),
      };
    })
    .slice(-FORM_ROUNDS);
}

/** The default measure, by the format of most rounds: nett for stroke, points for Stableford and par. */
export function usualMeasure(rounds: readonly Pick<FormRound, 'matchType'>[]): Measure {
  const byNett = rounds.filter(({ matchType }) => FORMAT_WORDS[matchType].measure === 'nett');
  return byNett.length * 2 > rounds.length ? 'nett' : 'points';
}

/** A value with its sign and fixed decimals; "–" for none. */
export const signedDecimal = (value: number | null, digits = 0): string =>
  value === null ? '–' : signed(value, digits);

/** Nett less the par of the card; null while a hole has no score. */
function nettToPar({ scoreTotals, dailyHandicap, byPar }: HistoryRow['userRound']): number | null {
  if (scoreTotals.nett === null) return null;
  return byPar.reduce((sum, { toPar }) => sum + toPar, 0) - dailyHandicap;
}

function perHole(results: readonly ParResult[]): number | null {
  const holes = results.reduce((sum, result) => sum + result.holes, 0);
  return holes === 0 ? null : results.reduce((sum, { toPar }) => sum + toPar, 0) / holes;
}

function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}
