import styled from '@emotion/styled';
import { DESKTOP, LARGE_DESKTOP, LOW } from '../../ui/breakpoints.js';

/** One column on phones; on desktops the signatures stay visible beside the cards. One sheet of paper in print. */
export const Page = styled.div`
  display: grid;
  gap: var(--space-4);
  max-width: var(--page);
  margin-inline: auto;
  padding: var(--space-4);
  padding-bottom: calc(var(--space-8) + var(--safe-bottom));
  /* Room for the button fixed to the bottom of the window. */
  &:has([data-fixed='true']) {
    padding-bottom: calc(var(--space-8) + 5.5rem);
  }
  &:has([data-fixed='true'] > p) {
    padding-bottom: calc(var(--space-8) + 9rem);
  }
  /* The card's state is beside the title, whatever the length of the course's name: a longer state moves nothing. */
  & > header > div:first-of-type {
    display: contents;
  }
  & > header > div > small {
    flex: 1 0 100%;
    margin-bottom: calc(-1 * var(--space-1));
    overflow-wrap: anywhere;
  }
  & > [data-part='columns'] {
    display: grid;
    grid: 'finish' auto 'sign' auto 'cards' 1fr / minmax(0, 1fr);
    column-gap: var(--space-4);
  }
  & > [data-part='columns'] > :not(:empty, [data-part='cards']) {
    margin-bottom: var(--space-5);
  }
  ${LOW} {
    & > [data-part='columns']:not(:has(> aside:empty)) {
      grid: 'finish sign' auto 'cards cards' 1fr / minmax(0, 1fr) minmax(0, 1fr);
    }
  }
  ${DESKTOP} {
    padding: var(--space-8);
    &:has(aside:empty) {
      max-width: calc(820px + 2 * var(--space-8));
    }
    & > [data-part='columns']:not(:has(> aside:empty)) {
      grid: 'finish sign' auto 'cards sign' 1fr / minmax(0, 1fr) 300px;
      column-gap: var(--space-6);
    }
    & aside {
      position: sticky;
      top: var(--space-8);
      align-self: start;
    }
  }
  ${LARGE_DESKTOP} {
    & > [data-part='columns']:not(:has(> aside:empty)) {
      grid-template-columns: minmax(0, 1fr) 360px;
      column-gap: var(--space-8);
    }
  }
  & [role='tabpanel'] {
    margin-top: var(--space-4);
  }
  @media print {
    gap: var(--space-3);
    max-width: none;
    padding: 0;
    & [role='tablist'],
    & > [data-part='columns'] > :not([data-part='cards']) {
      display: none;
    }
    & > [data-part='columns'] {
      display: block;
    }
  }
`;

/** One player's card: facts, issues, the nines, totals and signatures. */
export const CardPanel = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-4);
  min-width: 0;
  @media print {
    gap: var(--space-3);
    break-inside: avoid;
    & > * {
      break-inside: avoid;
    }
  }
`;

/** The facts at the head of a paper card. */
export const CardFacts = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(8rem, 100%), auto));
  gap: var(--space-2) var(--space-4);
  overflow-wrap: anywhere;
`;

/** A tab's label: the player, with the result below. */
export const TabFace = styled.span`
  display: grid;
  justify-items: center;
  gap: 2px;
  & > span {
    display: flex;
    align-items: center;
    gap: var(--space-1);
  }
  & > small {
    color: inherit;
  }
`;
