import type { EclecticRound } from '@fairmark/contract';
import { twoNines, type Nine } from '../../../golf/card-rows.js';
import type { NineHole } from '../../../golf/nine-table.js';
import { scoreText } from '../../../golf/score/score-texts.js';

/**
 * The two nines of the eclectic: best strokes and best points, possibly from different rounds. A hole with nothing but
 * No Scores stays empty.
 *
 * @param selected number of the selected hole
 */
export function eclecticNines(
  { holeScores, totals }: EclecticRound,
  selected: number | null = null,
): [out: Nine, back: Nine] {
  const holes = holeScores.map(({ holeNumber, par, scoreStroke, scoreStableford }): NineHole => ({
    number: holeNumber,
    par: par ?? 0,
    strokes: scoreStroke,
    noScore: false,
    score: scoreStableford === null ? '' : String(scoreStableford),
    received: 0,
    selected: holeNumber === selected,
  }));
  return twoNines(holes, (half) => ({
    strokes: (half === 'out' ? totals.firstNineScoreStroke : totals.lastNineScoreStroke) ?? '–',
    score: (half === 'out' ? totals.firstNineScoreStableford : totals.lastNineScoreStableford) ?? '–',
  }));
}

/** "6 under par", "Level par", "2 over par"; "12 of 18 holes" until every hole has a score. */
export function toParWords(nines: readonly Nine[]): string {
  const holes = nines.flatMap(({ holes: ofNine }) => ofNine);
  const played = holes.filter(({ strokes }) => strokes !== null);
  if (played.length < holes.length) return `${played.length} of ${holes.length} holes`;
  const over = played.reduce((sum, { strokes, par }) => sum + (strokes ?? 0) - par, 0);
  if (over === 0) return 'Level par';
  return `${Math.abs(over)} ${over > 0 ? 'over' : 'under'} par`;
}

/** Counts of the results, best first: "1 hole in one · 4 birdies · 11 pars · 2 bogeys". */
export function tally(nines: readonly Nine[]): string {
  const counts = new Map<string, number>();
  const played = nines.flatMap(({ holes }) => holes).filter(({ strokes }) => strokes !== null);
  for (const { strokes, par } of played.sort((a, b) => rankOf(a) - rankOf(b))) {
    const name = scoreText(strokes ?? 0, par).toLowerCase();
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => counted(count, name)).join(' · ');
}

const rankOf = ({ strokes, par }: NineHole): number => (strokes === 1 ? -Infinity : (strokes ?? 0) - par);

function counted(count: number, name: string): string {
  if (name.startsWith('+')) return `${count} at ${name}`;
  if (count === 1) return `1 ${name}`;
  return `${count} ${PLURALS[name] ?? `${name}s`}`;
}

const PLURALS: Readonly<Record<string, string>> = { 'hole in one': 'holes in one', albatross: 'albatrosses' };
