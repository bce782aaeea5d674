import styled from '@emotion/styled';
import type { EclecticRound } from '@fairmark/contract';
import { sum, twoNines } from '../../../golf/card-rows.js';
import { Nines } from '../../../golf/nine-table.js';
import { scoreText } from '../../../golf/score/score-texts.js';
import { counted, joinWords } from '../../../text/words.js';
import { Card, onGreen } from '../../../ui/page-parts.js';

const Ringer = styled(Card)`
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
  /* No box of its own: the card has one. */
  & > [data-part='nines'] > div {
    border: 0;
    border-radius: 0;
    background: transparent;
  }
  & > [data-part='nines'] > div + div {
    border-top: 1px solid var(--line);
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
  @container (min-width: 60rem) {
    & > [data-part='nines'] {
      display: grid;
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
    & > [data-part='nines'] > div + div {
      border-top: 0;
      border-left: 1px solid var(--line);
    }
  }
`;

interface RingerCardProps {
  title: string;
  about: string;
  round: EclecticRound;
  /** Number of the selected hole. */
  selected: number | null;
  onHole: (holeNumber: number) => void;
}

/** An eclectic round as a card: the total, both nines and a tally. Holes can be selected. */
export function RingerCard({ title, about, round, selected, onHole }: RingerCardProps) {
  const { totalScoreStroke: strokes, totalScoreStableford: points } = round.totals;
  return (
    <Ringer>
      <header>
        <div>
          <small>Eclectic round</small>
          <h2>{title}</h2>
          <small>{about}</small>
        </div>
        <p>
          <strong>{strokes ?? '–'}</strong>
          <small>{joinWords([toParWords(round), points === null ? '' : counted(points, 'pt')])}</small>
        </p>
      </header>
      <div data-part="nines">
        <Nines nines={eclecticNines(round, selected)} of="your eclectic round" onHole={onHole} />
      </div>
      <small>{tally(round)}</small>
    </Ringer>
  );
}

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
  const counts = new Map<string, number>();
  for (const { strokes, par } of scoresOf(holes).sort((a, b) => rankOf(a) - rankOf(b))) {
    const name = scoreText(strokes, par).toLowerCase();
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => countWords(count, name)).join(' · ');
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
