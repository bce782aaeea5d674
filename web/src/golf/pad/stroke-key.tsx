import styled from '@emotion/styled';
import { Check } from 'lucide-react';
import type { ComponentProps } from 'react';
import { scoreColours } from '../score/score-marks.js';

export const PAD_COLUMNS = 4;

/** The grid of keys. Text scales with its width; only the chosen key is filled, by its score. Par is ringed. */
export const Keys = styled.div`
  ${scoreColours}
  display: grid;
  grid-template-columns: repeat(${PAD_COLUMNS}, minmax(0, 1fr));
  gap: var(--space-2);
  border-radius: var(--radius-key);
  & > [aria-pressed] {
    position: relative;
    display: grid;
    place-content: center;
    justify-items: center;
    gap: 1px;
    min-height: var(--key);
    border: 1.5px solid var(--line-strong);
    border-radius: var(--radius-key);
    background: var(--surface);
  }
  & > [data-par='true'] {
    border: 3px solid var(--primary);
  }
  & > [aria-pressed='true'] {
    border-color: var(--score-ring);
    background: var(--score-fill);
    color: var(--score-ink);
    forced-color-adjust: none;
  }
  & > [data-par='true'][aria-pressed='true'] {
    border-color: var(--primary);
    background: var(--primary-tint);
    color: var(--primary);
  }
  & > [aria-pressed]:disabled {
    border-color: var(--line);
    cursor: not-allowed;
  }
  & > [aria-pressed='false']:disabled {
    background: var(--sunk);
    color: var(--ink-2);
  }
  & > [aria-pressed]:active:not(:disabled) {
    border-color: var(--primary-press);
    background: var(--primary-press);
    color: var(--on-primary);
  }
  /* Touching a key does not focus it, so a focused key was reached by keyboard or focused by the page. */
  & > [aria-pressed]:focus {
    outline: 3px solid var(--focus);
    outline-offset: 1px;
  }
  & > [data-beside] {
    grid-column: 2 / -1;
    align-self: center;
    min-width: 0;
  }
  & strong {
    font-size: min(2rem, 11cqi);
    line-height: 0.95;
  }
  & small {
    color: inherit;
    font-size: min(var(--text-14), 3.8cqi);
    line-height: 1.1;
    hyphens: auto;
  }
  & > [data-last='true'] {
    padding-inline: var(--space-1);
    font-weight: 600;
    font-size: min(1rem, 5.4cqi);
    line-height: 1.15;
  }
  & > [aria-pressed] > svg {
    position: absolute;
    top: 6px;
    right: 6px;
  }
`;

/** One choice of the pad, ticked when chosen. */
export function PadKey({ chosen, children, ...button }: ComponentProps<'button'> & { chosen: boolean }) {
  return (
    <button {...button} type="button" aria-pressed={chosen}>
      {children}
      {chosen && <Check size={14} />}
    </button>
  );
}
