import styled from '@emotion/styled';

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
