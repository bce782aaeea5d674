import styled from '@emotion/styled';
import type { ReactNode } from 'react';

/** A sheet of paper on the page; `as` says which element it is. */
export const Card = styled.div`
  display: block;
  padding: var(--space-5);
  border: 1px solid var(--line);
  border-radius: var(--radius-card);
  background: var(--surface);
  color: var(--ink);
`;

const List = styled.dl`
  display: grid;
  /* The rows' own height is space enough inside a card. */
  margin-block: calc(-1 * var(--space-2));
`;

const Row = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  column-gap: var(--space-3);
  min-height: var(--key);
  padding-block: var(--space-2);
  border-top: 1px solid var(--line);
  &:first-of-type {
    border-top: 0;
  }
  & > dt {
    grid-column: 1;
    color: var(--ink-2);
    font-size: var(--text-14);
  }
  & > dd {
    grid-column: 1;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  & > dd[data-part='action'] {
    grid-area: 1 / 2 / span 2 / 3;
  }
`;

/** One row of {@link Facts}. */
export interface Fact {
  term: string;
  value: ReactNode;
  /** What can be done about it, at the row's end. */
  action?: ReactNode;
}

/** What is so, row by row: a term, its value and perhaps a way to change it. */
export function Facts({ items }: { items: readonly Fact[] }): ReactNode {
  return (
    <List>
      {items.map(({ term, value, action }) => (
        <Row key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
          {action !== undefined && <dd data-part="action">{action}</dd>}
        </Row>
      ))}
    </List>
  );
}
