import styled from '@emotion/styled';
import type { EclecticRound } from '@fairmark/contract';
import type { Nine } from '../../../golf/card-rows.js';
import { Nines } from '../../../golf/nine-table.js';
import { counted, joinWords } from '../../../text/words.js';
import { onGreen } from '../../../ui/page-parts.js';
import { tally, toParWords } from './eclectic-rows.js';

const Card = styled.div`
  container-type: inline-size;
  overflow: hidden;
  border: 1px solid var(--line);
  border-radius: var(--radius-card);
  background: var(--surface);
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
  totals: EclecticRound['totals'];
  nines: readonly Nine[];
  onHole: (holeNumber: number) => void;
}

/** An eclectic round as a card: the total, both nines and a tally. Holes can be selected. */
export function RingerCard({ title, about, totals, nines, onHole }: RingerCardProps) {
  const points = totals.totalScoreStableford;
  return (
    <Card>
      <header>
        <div>
          <small>Eclectic round</small>
          <h2>{title}</h2>
          <small>{about}</small>
        </div>
        <p>
          <strong>{totals.totalScoreStroke ?? '–'}</strong>
          <small>{joinWords([toParWords(nines), points === null ? '' : counted(points, 'pt')])}</small>
        </p>
      </header>
      <div data-part="nines">
        <Nines nines={nines} of="your eclectic round" onHole={onHole} />
      </div>
      <small>{tally(nines)}</small>
    </Card>
  );
}
