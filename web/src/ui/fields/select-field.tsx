import styled from '@emotion/styled';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Control, Field, type FieldNotesProps } from './field.js';

const SelectControl = styled(Control)`
  & > select {
    padding-right: calc(var(--space-4) + var(--space-6));
    appearance: none;
  }
  & > select > option {
    background: var(--surface);
  }
  & > svg {
    position: absolute;
    right: var(--space-3);
    color: var(--ink-2);
    pointer-events: none;
  }
`;

/** A native select with our arrow; the phone draws its list. */
export function Select({ className, ...select }: ComponentProps<'select'>) {
  return (
    <SelectControl className={className}>
      <select {...select} />
      <ChevronDown size={20} />
    </SelectControl>
  );
}

export interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'children'>, FieldNotesProps {
  label: string;
  options: readonly { value: string; label: string }[];
}

/** A choice from a list that is too long for tiles. */
export function SelectField({ label, hint, error, options, ...select }: SelectFieldProps) {
  return (
    <Field {...{ label, hint, error }}>
      {(bound) => (
        <Select {...select} {...bound}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
