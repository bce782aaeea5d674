import styled from '@emotion/styled';
import { DESKTOP, LARGE_DESKTOP, TABLET, WIDE, WIDEST } from './breakpoints.js';
import { css } from '@emotion/react';
import type { ReactNode } from 'react';

/** Stacked. In print as blocks: Firefox would begin a new sheet for a grid that does not fit on the rest of this one. */
const stacked = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  @media print {
    display: block;
    & > * + * {
      margin-top: var(--space-5);
    }
  }
`;

/** The green of the hole's head, with its texts. The page's focus ring would not be visible on it. */
export const onGreen = `
  --ink-2: var(--on-header-2);
  --focus: var(--on-header);
  background: var(--header);
  color: var(--on-header);
`;

/** The colours of what is well, needs care or is wrong, by `data-kind`. */
export const tinted = css`
  &:is([data-kind='primary'], [data-kind='success']) {
    background: var(--primary-tint);
    color: var(--primary);
  }
  &[data-kind='warn'] {
    background: var(--warn-tint);
    color: var(--warn);
  }
  &[data-kind='danger'] {
    background: var(--danger-tint);
    color: var(--danger);
  }
`;

/** A page as wide as a table; `data-width="column"`: as wide as a form; `data-width="wide"`: as wide as the window. */
export const Page = styled.div`
  ${stacked}
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

/** Stacked content; `gap` is the size of the space between, 4 by default. */
export const Stack = styled.section<{ gap?: 2 | 3 | 5 | 6 | 8 }>`
  ${stacked}
  gap: ${({ gap = 4 }) => `var(--space-${gap})`};
  align-content: start;
`;
export const StackForm = Stack.withComponent('form');

/** Side by side on desktops: main content and details, `--aside` wide each; `data-even`: two of equal weight. */
export const Columns = styled.div`
  ${stacked}
  gap: var(--space-8) var(--space-6);
  align-items: start;
  ${LARGE_DESKTOP} {
    grid-template-columns: minmax(0, 3fr);
    grid-auto-columns: var(--aside, 380px);
    grid-auto-flow: column;
    gap: var(--space-8);
  }
  &[data-even] {
    ${TABLET} {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
`;

/** A heading with something on its right. */
export const HeadRow = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--space-2) var(--space-4);
  /* The height of a chip, so that one that appears moves nothing. */
  min-height: 28px;
  & > div {
    min-width: 0;
  }
`;

/** Buttons, or words with an icon, in a row, wrapping. */
export const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--space-2);
`;

/** Hidden on desktops, which have the side navigation. */
export const OnPhone = styled.div`
  ${DESKTOP} {
    display: none;
  }
`;

/** Shown on desktops only. */
export const OnDesktop = styled.div`
  display: none;
  ${DESKTOP} {
    display: block;
  }
`;

/** The key to signs and colours, in a row. */
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

/** Centred below a list. */
export const Below = styled.div`
  display: grid;
  justify-items: center;
  gap: var(--space-2);
`;

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

/** A sunken list or panel. */
export const Sunk = styled.div`
  display: grid;
  gap: var(--space-1);
  padding: var(--space-4);
  border-radius: var(--radius-field);
  background: var(--sunk);
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
