import styled from '@emotion/styled';
import { ChevronDown } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { Control, FieldBox, FieldLabel, FieldNotes, noteIds, type FieldNotesProps } from './field.js';

/** A native select, whose list the phone draws itself, with our arrow. */
export const SelectControl = styled(Control)`
  & > select {
    padding-right: calc(var(--space-4) + var(--space-6));
    appearance: none;
    cursor: pointer;
  }
  & > select > option {
    background: var(--surface);
    color: var(--ink);
  }
  & > svg {
    position: absolute;
    right: var(--space-3);
    color: var(--ink-2);
    pointer-events: none;
  }
`;

/** The arrow of a {@link SelectControl}. */
export function SelectArrow() {
  return <ChevronDown size={20} />;
}

export interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'children'>, FieldNotesProps {
  label: string;
  options: readonly { value: string; label: string }[];
}

/** One of a list that is too long for tiles. */
export function SelectField({ label, hint, error, options, ...select }: SelectFieldProps) {
  const ownId = useId();
  const id = select.id ?? ownId;
  return (
    <FieldBox>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <SelectControl>
        <select
          {...select}
          id={id}
          aria-invalid={(error ?? '') !== '' || undefined}
          aria-describedby={noteIds(id, { hint, error })}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <SelectArrow />
      </SelectControl>
      <FieldNotes id={id} hint={hint} error={error} />
    </FieldBox>
  );
}
