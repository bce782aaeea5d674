import styled from '@emotion/styled';
import { Card } from '../ui/page-parts.js';
import { markStyles } from './score/score-marks.js';

/** The panel of a nine-hole table, with the styles of all cells. Marks are as large as fits, from 320 px. */
export const NinePanel = styled(Card)`
  ${markStyles}
  position: relative;
  container-type: inline-size;
  overflow-x: auto;
  padding: var(--space-2) 2px;
  & table {
    /* A column's width less 4 px, so that marks do not touch. */
    --glyph: clamp(1.375rem, calc((100cqi - 9rem) / 9 - 4px), 2rem);
    --row: 2.375rem;
    --tall: 3.25rem;
    --below: calc(2 * var(--row) + var(--tall));
    --head: 5rem;
    --head-text: var(--text-14);
    --head-inset: var(--space-3);
    --total: 4rem;
    width: 100%;
    min-width: 19.75rem;
    table-layout: fixed;
    text-align: center;
    line-height: 1.1;
    &:has(tr[data-row='Index']) {
      --below: calc(3 * var(--row) + var(--tall));
    }
    /* Not for wide ones: on paper, Firefox cuts off text that a container enlarges. */
    @container (max-width: 27.99rem) {
      --row: 2.125rem;
      --tall: 2.875rem;
      --glyph: clamp(1.375rem, calc((100cqi - 5.125rem) / 9 - 4px), 2rem);
      --head: 3.25rem;
      --head-text: var(--text-12);
      --head-inset: var(--space-1);
      --total: 1.875rem;
    }
    @container (max-width: 19.7rem) {
      --head: 2.625rem;
      --head-text: 0.6875rem;
      --head-inset: 0;
      --total: 1.5rem;
      min-width: 17.625rem;
    }
  }
  & th,
  & td {
    height: var(--row);
    padding: 0;
  }
  & th[scope='row'] {
    width: var(--head);
    padding-left: var(--head-inset);
    font-weight: 600;
    font-size: var(--head-text);
    text-align: left;
  }
  & th[scope='col'] {
    position: relative;
    font-weight: 600;
    font-size: var(--text-14);
  }
  & tr[data-row='Index'] {
    color: var(--ink-2);
    font-size: var(--text-14);
  }
  & tr[data-row='Strokes'] > * {
    height: var(--tall);
  }
  /* Align the words with the glyphs, not with the dots below them. */
  & tr[data-row='Strokes'] > :is(th, [data-total]) {
    padding-bottom: 8px;
  }
  & tr[data-row='Score'] > td {
    font-weight: 600;
  }
  & [data-total] {
    background: var(--sunk);
    font-weight: 600;
  }
  & th[data-total] {
    width: var(--total);
    border-radius: var(--radius-chip) var(--radius-chip) 0 0;
    font-size: var(--text-12);
  }
  & tr:last-child > td[data-total] {
    border-radius: 0 0 var(--radius-chip) var(--radius-chip);
  }
  & [data-mismatch='true'] {
    background: var(--danger-tint);
  }
  & [data-selected='true'] {
    background: var(--primary-tint);
  }
  & [data-strokes] {
    display: grid;
    grid-template-rows: 1fr 5px;
    gap: 3px;
    justify-items: center;
  }
  & [data-mark] {
    display: grid;
    place-items: center;
    gap: 1px;
  }
  /* The touch target is the hole's whole column: 27 px are too narrow for a thumb. */
  & th > button {
    position: absolute;
    inset: 0;
    display: grid;
    grid-template-rows: var(--row);
    place-items: center;
    width: 100%;
    height: calc(100% + var(--below));
    border-radius: var(--radius-chip);
    outline-offset: -2px;
  }
`;
