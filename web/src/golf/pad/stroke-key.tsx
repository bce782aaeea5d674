import styled from '@emotion/styled';
import { Check } from 'lucide-react';
import type { ComponentProps } from 'react';
import { scoreColours } from '../score/score-colours.js';
import { keyText, resultKind, scoreText } from '../score/score-texts.js';

/** The grid of keys: only the chosen one is filled, with the colour of its score; par is ringed. */
export const Keys = styled.div`
  ${scoreColours}
  display: grid;
  grid-template-columns: repeat(4, 1fr);
  gap: var(--space-2);
  touch-action: manipulation;
  & > [role='radio'] {
    position: relative;
    display: grid;
    place-content: center;
    justify-items: center;
    gap: 2px;
    min-height: var(--key);
    padding: 0;
    border: 1.5px solid var(--line-strong);
    border-radius: var(--radius-key);
    background: var(--surface);
    color: var(--ink);
    font-variant-numeric: tabular-nums;
    transition: scale var(--press) var(--ease);
  }
  & > [role='radio']:active {
    scale: 0.97;
    background: var(--sunk);
  }
  & > [data-par='true'] {
    border: 3px solid var(--primary);
  }
  & > [aria-checked='true'],
  & > [aria-checked='true']:active {
    border-color: var(--score-ring);
    background: var(--score-fill);
    color: var(--score-ink);
    forced-color-adjust: none;
  }
  & > [data-par='true'][aria-checked='true'] {
    border-color: var(--primary);
    background: var(--primary-tint);
    color: var(--primary);
  }
  & > [role='radio']:disabled {
    border-color: var(--line);
    cursor: not-allowed;
  }
  & > [role='radio']:disabled:not([aria-checked='true']) {
    background: var(--sunk);
    color: var(--ink-2);
  }
  & > [data-last='true'] {
    grid-column: 1 / -1;
    font-weight: 600;
  }
  & > form {
    grid-column: 1 / -1;
  }
  & strong {
    font-weight: 600;
    font-size: var(--text-22);
    line-height: 1;
  }
  & small {
    color: inherit;
    font-size: var(--text-12);
    line-height: 1.2;
  }
  & > [role='radio'] > svg {
    position: absolute;
    top: 6px;
    right: 6px;
  }
`;

interface PadKeyProps extends Omit<ComponentProps<'button'>, 'role' | 'type'> {
  chosen: boolean;
}

/** One choice of the pad, ticked when chosen. */
export function PadKey({ chosen, children, ...button }: PadKeyProps) {
  return (
    <button {...button} type="button" role="radio" aria-checked={chosen}>
      {children}
      {chosen && <Check size={14} aria-hidden="true" />}
    </button>
  );
}

/** A number of strokes with its name against par. Strokes 1 to 12. */
export function StrokeKey({ strokes, par, ...key }: PadKeyProps & { strokes: number; par: number }) {
  return (
    <PadKey
      {...key}
      data-par={strokes === par}
      data-result={resultKind({ strokes, par })}
      aria-label={`${strokes}, ${scoreText(strokes, par).toLowerCase()}`}
    >
      <strong>{strokes}</strong>
      <small>{keyText(strokes, par)}</small>
    </PadKey>
  );
}
