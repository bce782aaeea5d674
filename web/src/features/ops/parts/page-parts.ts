import styled from '@emotion/styled';

/** Two columns on a desktop: what is looked at, and beside it the way through it. One below the other on a phone. */
export const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-5);
  @media (min-width: 1280px) {
    grid-template-columns: minmax(0, 1fr) 360px;
    gap: var(--space-8);
  }
`;

/** Buttons in a row, wrapping. */
export const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--space-2) var(--space-3);
`;

/** A title with something at its right end. */
export const Headline = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--space-2) var(--space-4);
  /* A chip's: one that comes moves nothing. */
  min-height: 28px;
`;

/** Figures beside each other, each under its name. */
export const Figures = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(136px, 1fr));
  gap: var(--space-3) var(--space-5);
  font-variant-numeric: tabular-nums;
  & dt {
    color: var(--ink-2);
    font-size: var(--text-14);
  }
  & dd {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  & dd > small {
    display: block;
    color: var(--ink-2);
    font-weight: 400;
    font-size: var(--text-14);
  }
`;

/** Text as machines write it: ids, hashes, errors. */
export const Raw = styled.code`
  font-size: var(--text-14);
  overflow-wrap: anywhere;
`;
