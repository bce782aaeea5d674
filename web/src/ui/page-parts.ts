import styled from '@emotion/styled';
import { DESKTOP, LARGE_DESKTOP, TABLET, WIDE, WIDEST } from './breakpoints.js';

/** A page as wide as a table; `data-width="column"` as wide as a form, `data-width="wide"` as the window, for several columns. */
export const Page = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-5);
  max-width: var(--page);
  margin-inline: auto;
  padding: var(--space-3) var(--space-4) calc(var(--space-8) + var(--safe-bottom));
  &[data-width='column'] {
    max-width: var(--column);
  }
  ${DESKTOP} {
    gap: var(--space-6);
    padding: var(--space-8);
  }
  &[data-width='wide'] {
    ${WIDE} {
      max-width: 1576px;
    }
    ${WIDEST} {
      max-width: 1816px;
    }
  }
`;

/** Things below each other that belong together; `gap` names the space between them, 4 unless said otherwise. */
export const Stack = styled.section<{ gap?: 2 | 3 | 5 | 8 }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${({ gap = 4 }) => `var(--space-${gap})`};
  align-content: start;
`;
export const StackForm = Stack.withComponent('form');

/** Beside each other on a desktop: what the page is about, and what belongs to it; `data-even`: two of the same weight. */
export const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-8) var(--space-6);
  align-items: start;
  ${LARGE_DESKTOP} {
    grid-template-columns: minmax(0, 1fr) 380px;
    gap: var(--space-8);
  }
  &[data-even] {
    ${TABLET} {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
`;

/** A heading with something at its right. */
export const HeadRow = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--space-2) var(--space-4);
  /* A chip's: one that comes moves nothing. */
  min-height: 28px;
  & > div {
    min-width: 0;
  }
  & p {
    margin-top: var(--space-1);
    color: var(--ink-2);
  }
`;

/** Buttons in a row, wrapping. */
export const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--space-2);
`;

/** Only there where the side navigation is not, or where nothing stands beside the page. */
export const OnPhone = styled.div`
  ${DESKTOP} {
    display: none;
  }
`;

/** Only there on a desktop. */
export const OnDesktop = styled.div`
  display: none;
  ${DESKTOP} {
    display: block;
  }
`;

/** What signs and colours mean, beside each other. */
export const KeyList = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: var(--space-1) var(--space-4);
  color: var(--ink-2);
  font-size: var(--text-14);
  & > li {
    display: flex;
    align-items: center;
    gap: var(--space-2);
  }
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
`;
