import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import { Card, Fact } from '../ui/page-parts.js';

const Tile = styled(Card)`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  justify-content: space-between;
  gap: var(--space-3) var(--space-6);
  padding: var(--space-4) var(--space-5);
  & > p > strong {
    font: 500 var(--text-40) / 1.1 var(--serif);
  }
  & > dl {
    display: grid;
    grid-template-columns: auto auto;
    gap: var(--space-1) var(--space-3);
  }
  & > dl > div {
    display: contents;
  }
  & dt {
    font-size: var(--text-16);
  }
  & dd {
    text-align: right;
  }
  & > small {
    flex-basis: 100%;
  }
`;

interface TotalsTileProps {
  label: string;
  value: ReactNode;
  details: readonly { term: string; value: ReactNode }[];
  note?: ReactNode;
}

/** The totals of a card, the format's main total large. */
export function TotalsTile({ label, value, details, note }: TotalsTileProps) {
  return (
    <Tile role="group" aria-label={label}>
      <p>
        <small>{label}</small>
        <strong>{value}</strong>
      </p>
      {details.length > 0 && (
        <dl>
          {details.map(({ term, value: other }) => (
            <Fact key={term} term={term}>
              {other}
            </Fact>
          ))}
        </dl>
      )}
      {note !== undefined && <small>{note}</small>}
    </Tile>
  );
}
