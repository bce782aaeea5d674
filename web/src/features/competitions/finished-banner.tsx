import styled from '@emotion/styled';
import type { CompetitionRound } from '@fairmark/contract';
import { Trophy } from 'lucide-react';
import { winnersOf } from './table/standings.js';

const Box = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-3);
  padding: var(--space-5);
  border: 1px solid var(--line);
  border-top: 4px solid var(--brass-fill);
  border-radius: var(--radius-card);
  background: var(--surface);
  & > h2 {
    display: flex;
    align-items: center;
    gap: var(--space-2);
  }
  & > h2 > svg {
    color: var(--brass);
  }
  & dd {
    font-weight: 400;
  }
  & dl {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 240px), 1fr));
    gap: var(--space-3) var(--space-6);
  }
  & dd > strong {
    font: 500 var(--text-30) / 1.2 var(--serif);
  }
`;

/** Says that it is over, and who has won: gross and nett. */
export function FinishedBanner({ rows }: { rows: readonly CompetitionRound[] }) {
  const { gross, nett } = winnersOf(rows);
  return (
    <Box aria-labelledby="finished">
      <h2 id="finished">
        <Trophy size={24} />
        Competition finished
      </h2>
      {gross.length === 0 ? (
        <p>No player has a score on every hole.</p>
      ) : (
        <dl>
          <Won term="Gross" rows={gross} score={gross[0]?.totalScoreStroke ?? null} />
          <Won term="Nett" rows={nett} score={nett[0]?.totalScoreStrokeNett ?? null} />
        </dl>
      )}
    </Box>
  );
}

function Won({ term, rows, score }: { term: string; rows: readonly CompetitionRound[]; score: number | null }) {
  if (rows.length === 0) return null;
  // Nett is compared to the par of each card: level winners need not have the same total.
  const same = rows.length === 1;
  return (
    <div>
      <dt>{same ? `${term} winner` : `${term} winners, level`}</dt>
      <dd>
        <strong>{rows.map(({ player }) => player.fullName).join(', ')}</strong>
        {same && score !== null && ` with ${score}`}
      </dd>
    </div>
  );
}
