import type { Course, EclecticRound, Gender } from '@fairmark/contract';
import { twoNines, type Nine } from '../../../golf/card-rows.js';
import type { NineHole } from '../../../golf/nine-table.js';
import { scoreText } from '../../../golf/score/score-texts.js';

/**
 * The two nines of the eclectic: best strokes, and best points, which may be of another round. Pars are the course's for the golfer;
 * a hole that only No Scores were entered for stays empty.
 *
 * @param selected number of the hole whose round is shown
 */
export function eclecticNines(
  { holeScores, totals }: EclecticRound,
  course: Pick<Course, 'holesList'>,
  gender: Gender,
  selected: number | null = null,
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
      selected: holeNumber === selected,
    };
  });
  return twoNines(holes, (half) => ({
    strokes: (half === 'out' ? totals.firstNineScoreStroke : totals.lastNineScoreStroke) ?? '–',
    score: (half === 'out' ? totals.firstNineScoreStableford : totals.lastNineScoreStableford) ?? '–',
  }));
}

/** "6 under par", "Level par", "2 over par"; while a hole is empty how many holes there are. */
export function toParWords(nines: readonly Nine[]): string {
  const holes = nines.flatMap(({ holes: ofNine }) => ofNine);
  const played = holes.filter(({ strokes }) => strokes !== null);
  if (played.length < holes.length) return `${played.length} of ${holes.length} holes`;
  const over = played.reduce((sum, { strokes, par }) => sum + (strokes ?? 0) - par, 0);
  if (over === 0) return 'Level par';
  return `${Math.abs(over)} ${over > 0 ? 'over' : 'under'} par`;
}

/** What the card is made of, the best first: "1 hole in one · 4 birdies · 11 pars · 2 bogeys". */
export function tally(nines: readonly Nine[]): string {
  const counts = new Map<string, number>();
  const played = nines.flatMap(({ holes }) => holes).filter(({ strokes }) => strokes !== null);
  for (const { strokes, par } of played.sort((a, b) => rankOf(a) - rankOf(b))) {
    const name = scoreText(strokes ?? 0, par).toLowerCase();
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => counted(count, name)).join(' · ');
}

/** A hole in one stands before everything else. */
const rankOf = ({ strokes, par }: NineHole): number => (strokes === 1 ? -Infinity : (strokes ?? 0) - par);

function counted(count: number, name: string): string {
  if (name.startsWith('+')) return `${count} at ${name}`;
  if (count === 1) return `1 ${name}`;
  return `${count} ${name === 'hole in one' ? 'holes in one' : `${name}s`}`;
}
