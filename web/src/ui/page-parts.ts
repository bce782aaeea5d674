import styled from '@emotion/styled';

/** A page of results: one column, as wide as a table needs; `data-width="column"` is as wide as a form. */
export const Page = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-5);
  max-width: var(--page);
  margin-inline: auto;
  padding: var(--space-3) var(--space-4) calc(var(--space-8) + env(safe-area-inset-bottom));
  &[data-width='column'] {
    max-width: var(--column);
  }
  @media (min-width: 1024px) {
    gap: var(--space-6);
    padding: var(--space-8);
  }
`;

/** Things below each other that belong together. */
export const Stack = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-4);
  align-content: start;
`;

/** In the middle, below a list. */
export const Below = styled.div`
  display: grid;
  justify-items: center;
  gap: var(--space-2);
`;

/** Small words beside something else. */
export const Note = styled.small`
  display: block;
  color: var(--ink-2);
  font-weight: 400;
  font-size: var(--text-14);
`;
