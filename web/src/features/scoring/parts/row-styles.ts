import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import { markStyles } from '../../../golf/score/score-marks.js';

const land = keyframes({ from: { opacity: 0, scale: 1.7 } });

/**
 * The players' rows. They share three columns, so that a button over a cell exactly covers it. Their list has no box:
 * within one more subgrid WebKit does not give a row the height of wrapped text.
 */
export const Rows = styled.div`
  ${markStyles}
  --glyph: 2.25rem;
  --dot: 8px;
  --columns: minmax(0, 1fr) auto max(60px, 2.25rem + 14px);
  display: grid;
  grid-template-columns: var(--columns);
  gap: 6px var(--space-2);
  @media (max-height: 739px) {
    row-gap: 4px;
  }
  & > div {
    display: contents;
  }
  & [data-row] {
    grid-column: 1 / -1;
    display: grid;
    grid-template-columns: var(--columns);
    grid-template-columns: subgrid;
    align-items: center;
    min-height: max(60px, 2.75rem + 16px);
    padding: 0 0 0 var(--space-3);
    border: 2px solid transparent;
    border-radius: var(--radius-field);
    background: var(--sunk);
    text-align: start;
    line-height: 1.2;
    @media (max-height: 739px) {
      min-height: max(56px, 2.5rem + 16px);
    }
    @media (forced-colors: active) {
      border-color: Canvas;
    }
    &[data-active='true'] {
      border-color: var(--primary);
      background: var(--surface);
    }
    &[data-differs='true'] {
      border-color: var(--danger-line);
      background: var(--danger-tint);
    }
    &[data-differs='true'][data-active='true'] {
      border-color: var(--danger);
    }
  }
  & [data-part='who'] {
    grid-column: 1 / 3;
    display: grid;
    gap: 2px;
    min-width: 0;
    padding-block: 4px;
  }
  & [data-differs='true'] [data-part='who'] {
    grid-column: 1;
  }
  & [data-part='name'],
  & [data-part='standing'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 var(--space-2);
    min-width: 0;
  }
  & [data-part='name'] > b {
    overflow: hidden;
    max-width: 100%;
    font-size: var(--text-18);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & [data-part='standing'] {
    overflow-wrap: anywhere;
  }
  & [data-part='standing'] > [data-agrees] {
    display: inline-flex;
    align-items: center;
    gap: 3px;
    margin-left: auto;
  }
  & small[data-agrees='true'] {
    color: var(--primary);
    font-weight: 600;
  }
  & [data-differs='true'] [data-part='standing'] {
    gap: 6px;
    color: var(--danger);
    font-size: var(--text-14);
  }
  & [data-part='well'] {
    grid-column: 3;
    display: grid;
    place-items: center;
    align-self: stretch;
    margin: 4px;
    border: 1.5px dashed var(--line-strong);
    border-radius: var(--radius-chip);
  }
  & [data-part='well'][data-filled='true'] {
    border: 1.5px solid var(--line);
    background: var(--surface);
  }
  & [data-editable='true'] > [data-part='well'] {
    --glyph: 1.75rem;
    place-items: start center;
    padding-top: 2px;
    @media (max-height: 739px) {
      --glyph: 1.625rem;
      margin-block: 3px;
    }
  }
  & [data-landed='true'] > [data-glyph] {
    animation: ${land} var(--land) var(--ease);
  }
  & > [data-over] {
    z-index: 1;
    align-self: center;
  }
  & > [data-over='use'] {
    grid-column: 2;
    padding-inline: var(--space-3);
    font-variant-numeric: tabular-nums;
  }
  & > [data-over='edit'] {
    grid-column: 3;
    display: grid;
    place-items: end center;
    align-self: stretch;
    padding: 0 0 9px;
    border-radius: var(--radius-chip);
    color: var(--primary);
    font-weight: 600;
    font-size: var(--text-12);
    line-height: 1;
    text-decoration: underline;
    text-underline-offset: 2px;
  }
`;
