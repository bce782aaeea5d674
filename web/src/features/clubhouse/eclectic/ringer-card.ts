import styled from '@emotion/styled';
import type { EclecticRound } from '@fairmark/contract';
import { sum, twoNines } from '../../../golf/cards.js';
import { scoreText } from '../../../golf/score/score-texts.js';
import { Card, onGreen } from '../../../ui/page-parts.js';

/** An eclectic round as a card: a head with the total, both nines and a tally. Wide ones have the nines side by side. */
export const RingerCard = styled(Card)`
  container-type: inline-size;
  overflow: hidden;
  padding: 0;
  & > header {
    ${onGreen}
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: var(--space-2) var(--space-4);
    padding: var(--space-4) var(--space-5);
  }
  /* With large text the total goes below. */
  & > header > div {
    flex: 1 1 7rem;
    min-width: 0;
  }
  & > header strong {
    display: block;
    font: 500 4rem/0.95 var(--serif);
    font-variant-numeric: lining-nums tabular-nums;
  }
  & > header > p {
    margin-left: auto;
    text-align: end;
  }
  & > [data-part='nines'] {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr));
    gap: 1px;
    overflow: hidden;
    /* As the page's own blocks in print. */
    @media print {
      display: block;
    }
  }
  /* No box of its own, as the card has one: of the borders only the one between two is not cut off. */
  & > [data-part='nines'] > div {
    margin: -1px 0 0 -1px;
    border-width: 1px 0 0 1px;
    border-radius: 0;
  }
  & > small {
    padding: var(--space-3) var(--space-5) var(--space-4);
    border-top: 1px solid var(--line);
    text-align: center;
    text-wrap: balance;
  }
  @container (max-width: 21rem) {
    & > header {
      padding-inline: var(--space-3);
    }
    & > header strong {
      font-size: 3rem;
    }
  }
`;

/**
 * The two nines of the eclectic: best strokes and best points, possibly from different rounds. A hole with nothing but
 * No Scores stays empty.
 *
 * @param selected number of the selected hole
 */
export function eclecticNines({ holeScores, totals }: EclecticRound, selected: number | null = null) {
  const holes = holeScores.map(({ holeNumber, par, scoreStroke, scoreStableford }) => ({
    number: holeNumber,
    par: par ?? 0,
    strokes: scoreStroke,
    noScore: false,
    score: String(scoreStableford ?? ''),
    received: 0,
    selected: holeNumber === selected,
  }));
  return twoNines(holes, (half) => {
    const nine = half === 'out' ? 'firstNine' : 'lastNine';
    return { strokes: totals[`${nine}ScoreStroke`] ?? '–', score: totals[`${nine}ScoreStableford`] ?? '–' };
  });
}

type Holes = Pick<EclecticRound, 'holeScores'>;

/** "6 under par", "Level par", "2 over par"; "12 of 18 holes" until every hole has a score. */
export function toParWords({ holeScores }: Holes): string {
  const scores = scoresOf({ holeScores });
  if (scores.length < holeScores.length) return `${scores.length} of ${holeScores.length} holes`;
  const over = sum(scores.map(({ strokes, par }) => strokes - par));
  if (over === 0) return 'Level par';
  return `${Math.abs(over)} ${over > 0 ? 'over' : 'under'} par`;
}

/** Counts of the results, best first: "1 hole in one · 4 birdies · 11 pars · 2 bogeys". */
export function tally(holes: Holes): string {
  const scores = scoresOf(holes).sort((a, b) => rankOf(a) - rankOf(b));
  const names = scores.map(({ strokes, par }) => scoreText(strokes, par).toLowerCase());
  const counts = [...new Set(names)].map((name) => countWords(names.filter((one) => one === name).length, name));
  return counts.join(' · ');
}

const scoresOf = ({ holeScores }: Holes) =>
  holeScores.flatMap(({ scoreStroke, par }) => (scoreStroke === null ? [] : [{ strokes: scoreStroke, par: par ?? 0 }]));

const rankOf = ({ strokes, par }: { strokes: number; par: number }): number =>
  strokes === 1 ? -Infinity : strokes - par;

function countWords(count: number, name: string): string {
  if (name.startsWith('+')) return `${count} at ${name}`;
  return count === 1 ? `1 ${name}` : `${count} ${PLURALS[name] ?? `${name}s`}`;
}

const PLURALS: Readonly<Record<string, string>> = { 'hole in one': 'holes in one', albatross: 'albatrosses' };
