import type { Course, EclecticRound, Gender } from '@fairmark/contract';
import type { NineHole, NineTotal } from '../../../golf/nine-table.js';

const NINE = 9;

/** A nine of the eclectic card as its table shows it. */
interface EclecticNine {
  holes: NineHole[];
  total: NineTotal;
}

/**
 * The two nines of the eclectic: best strokes, and best points, which may be of another round. Pars are the course's for the golfer;
 * a hole that only No Scores were entered for stays empty.
 */
export function eclecticNines(
  { holeScores, totals }: EclecticRound,
  course: Pick<Course, 'holesList'>,
  gender: Gender,
): [out: EclecticNine, back: EclecticNine] {
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
  const nine = (label: NineTotal['label'], rows: NineHole[], strokes: number | null, points: number | null) => ({
    holes: rows,
    total: { label, par: rows.reduce((sum, { par }) => sum + par, 0), strokes: strokes ?? '–', score: points ?? '–' },
  });
  return [
    nine('Out', holes.slice(0, NINE), totals.firstNineScoreStroke, totals.firstNineScoreStableford),
    nine('In', holes.slice(NINE), totals.lastNineScoreStroke, totals.lastNineScoreStableford),
  ];
}
