import styled from '@emotion/styled';

/** A page of competitions. */
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

/** Small words beside something else. */
export const Note = styled.small`
  display: block;
  color: var(--ink-2);
  font-weight: 400;
  font-size: var(--text-14);
`;

/** Golfers below each other, each with something that can be done about them. */
export const Golfers = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  border: 1px solid var(--line);
  border-radius: var(--radius-card);
  background: var(--surface);
  &:empty {
    display: none;
  }
  & > li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
    gap: var(--space-3);
    min-height: var(--key);
    padding: var(--space-1) var(--space-2) var(--space-1) var(--space-4);
    overflow-wrap: anywhere;
  }
  & > li + li {
    border-top: 1px solid var(--line);
  }
`;

/** A field that is filled in a sheet: its heading, what was chosen, its button and what is wrong. */
export const Field = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-2);
  & > h2 {
    font: 600 var(--text-14) / 1.4 var(--font);
  }
`;
