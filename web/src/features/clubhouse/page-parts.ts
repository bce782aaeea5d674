import styled from '@emotion/styled';

/** A page of the Clubhouse: one column on a phone; with `data-columns` two of them on a desktop. */
export const Page = styled.div`
  display: grid;
  gap: var(--space-5);
  max-width: var(--page);
  margin-inline: auto;
  padding: var(--space-3) var(--space-4) calc(var(--space-8) + env(safe-area-inset-bottom));
  & > * {
    min-width: 0;
  }
  @media (min-width: 1024px) {
    gap: var(--space-6);
    padding: var(--space-8);
  }
`;

/** Beside each other on a desktop: what the page is about, and what belongs to it. */
export const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-8) var(--space-6);
  align-items: start;
  @media (min-width: 1280px) {
    grid-template-columns: minmax(0, 1fr) 380px;
    gap: var(--space-8);
  }
`;

/** Things below each other that belong together. */
export const Stack = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-4);
  align-content: start;
`;

/** A heading with something at its right. */
export const HeadRow = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--space-3) var(--space-4);
  & > div {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & p {
    margin-top: var(--space-1);
    color: var(--ink-2);
  }
`;

/** Small words beside something else. */
export const Note = styled.p`
  color: var(--ink-2);
  font-size: var(--text-14);
`;

/** In the middle, below a list. */
export const Below = styled.div`
  display: grid;
  justify-items: center;
  gap: var(--space-2);
`;
