import styled from '@emotion/styled';
import { LIMITS } from '@fairmark/contract';
import { X } from 'lucide-react';
import { type KeyboardEvent, type SubmitEvent, useState } from 'react';
import { Button, IconButton } from '../../ui/button.js';
import { TextField } from '../../ui/fields/text-field.js';

const FIRST = LIMITS.pickerStrokesMax + 1;

const Row = styled.form`
  grid-column: 1 / -1;
  display: grid;
  grid-template-columns: 1fr auto auto;
  gap: var(--space-2);
  align-items: start;
  & > button {
    margin-top: calc(var(--text-14) * 1.4 + var(--space-2));
  }
`;

interface ManyStrokesProps {
  initial: number | null;
  onSave: (strokes: number) => void;
  onCancel: () => void;
}

/** A field for 13 to 30 strokes, beyond the pad. Invalid input stays. */
export function ManyStrokes({ initial, onSave, onCancel }: ManyStrokesProps) {
  const [text, setText] = useState(initial === null ? '' : String(initial));
  const [error, setError] = useState('');
  const save = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const strokes = Number(text);
    const isOffered = Number.isInteger(strokes) && strokes >= FIRST && strokes <= LIMITS.strokesMax;
    if (isOffered) onSave(strokes);
    else setError(`Strokes must be a whole number from ${FIRST} to ${LIMITS.strokesMax}`);
  };
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onCancel();
  };
  return (
    <Row noValidate onSubmit={save} onKeyDown={leave}>
      <TextField
        label={`Strokes, ${FIRST} to ${LIMITS.strokesMax}`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={2}
        size={2}
        ref={focusOnce}
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.target.value);
          setError('');
        }}
      />
      <Button type="submit">Save</Button>
      <IconButton label="Back to the pad" icon={<X size={20} />} onClick={onCancel} />
    </Row>
  );
}

function focusOnce(input: HTMLInputElement | null): void {
  input?.focus();
}
