import type { Course, EclecticRound, Gender } from '@fairmark/contract';
import { twoNines, type Nine } from '../../../golf/card-rows.js';
import type { NineHole } from '../../../golf/nine-table.js';

/**
 * The two nines of the eclectic: best strokes, and best points, which may be of another round. Pars are the course's for the golfer;
 * a hole that only No Scores were entered for stays empty.
 */
export function eclecticNines(
  { holeScores, totals }: EclecticRound,
  course: Pick<Course, 'holesList'>,
  gender: Gender,
): [out: Nine, back: Nine] {
  const holes = holeScores.map(({ holeNumber, scoreStroke, scoreStableford }): NineHole => {
    const par = course.holesList.find(({ number }) => number === holeNumber)?.par;
    return {
      number: holeNumber,
      par: (gender === 'FEMALE' ? par?.ladies : par?.mens) ?? 0,
      strokes: scoreStroke,
      noScore: false,
      score: scoreStableford === null ? '' : String(scoreStableford),
      received: 0,
    };
  });
  return twoNines(holes, (half) => ({
    strokes: (half === 'out' ? totals.firstNineScoreStroke : totals.lastNineScoreStroke) ?? '–',
    score: (half === 'out' ? totals.firstNineScoreStableford : totals.lastNineScoreStableford) ?? '–',
  }));
}
