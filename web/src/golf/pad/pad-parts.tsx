import styled from '@emotion/styled';
import { LIMITS } from '@fairmark/contract';
import { Check, X } from 'lucide-react';
import { useState, type ComponentProps, type SubmitEvent } from 'react';
import { Button, IconButton } from '../../ui/button.js';
import { TextField } from '../../ui/fields/text-field.js';
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
  & > form {
    grid-column: 1 / -1;
    display: grid;
    grid-template-columns: 1fr auto auto;
    gap: var(--space-2);
    align-items: start;
  }
  & > form > button {
    margin-top: calc(var(--text-14) * 1.4 + var(--space-2));
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

const FIRST = LIMITS.pickerStrokesMax + 1;

interface ManyStrokesProps {
  initial: number | null;
  onSave: (strokes: number) => void;
  onCancel: () => void;
}

/** A field for 13 to 30 strokes, beyond the pad. Invalid input stays. */
export function ManyStrokes({ initial, onSave, onCancel }: ManyStrokesProps) {
  const [error, setError] = useState('');
  const save = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const strokes = Number(new FormData(event.currentTarget).get('strokes'));
    const isOffered = Number.isInteger(strokes) && strokes >= FIRST && strokes <= LIMITS.strokesMax;
    if (isOffered) onSave(strokes);
    else setError(`Strokes must be a whole number from ${FIRST} to ${LIMITS.strokesMax}`);
  };
  return (
    <form noValidate onSubmit={save}>
      <TextField
        label={`Strokes, ${FIRST} to ${LIMITS.strokesMax}`}
        name="strokes"
        inputMode="numeric"
        autoComplete="off"
        maxLength={2}
        size={2}
        ref={focusOnce}
        defaultValue={initial ?? undefined}
        error={error}
        onChange={() => setError('')}
      />
      <Button type="submit">Save</Button>
      <IconButton label="Back to the pad" icon={<X size={20} />} onClick={onCancel} />
    </form>
  );
}

function focusOnce(input: HTMLInputElement | null): void {
  input?.focus();
}
