import styled from '@emotion/styled';
import { css } from '@emotion/react';
import type { ReactNode } from 'react';
import { Stack } from './page-parts.js';

const paper = css`
  padding: var(--space-5);
  border: 1px solid var(--line);
  border-radius: var(--radius-card);
  background: var(--surface);
`;

/** A card on the page. */
export const Card = styled.div(paper);

/** A card with stacked content. */
export const CardStack = styled(Stack)(paper);
/** A card with a form, at most a column wide. */
export const CardForm = styled(CardStack.withComponent('form'))`
  max-width: var(--column);
`;

/** A list of facts, one per row. */
export const Facts = styled.dl`
  display: grid;
  /* The rows' height is enough space inside a card. */
  margin-block: calc(-1 * var(--space-2));
  overflow-wrap: anywhere;
  & > div {
    align-content: center;
    min-height: var(--key);
    padding-block: var(--space-2);
  }
  & > div + div {
    border-top: 1px solid var(--line);
  }
`;

/** A term and its value, in a `dl`. */
export function Fact({ term, children }: { term: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
