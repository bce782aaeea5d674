import styled from '@emotion/styled';
import { useId } from 'react';
import { focusRing, GroupField, type FieldNotesProps } from './field.js';

const Tiles = styled.div`
  display: grid;
  grid-template-columns: repeat(var(--columns), minmax(0, 1fr));
  gap: var(--space-2);
`;

/** In a row: equal widths, at least that of the longest word; wraps if they do not fit. */
export const InRow = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--space-2);
  & > label {
    flex: 1 1 0;
    grid-template-columns: auto;
    justify-items: center;
    align-content: center;
    gap: var(--space-1);
    min-width: min-content;
    padding-inline: var(--space-2);
    text-align: center;
  }
`;

/** A choice, around its radio button or checkbox. */
export const ChoiceTile = styled.label`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  align-items: center;
  gap: var(--space-3);
  min-height: 56px;
  padding: var(--space-3) var(--space-4);
  border: 1.5px solid var(--line-strong);
  border-radius: var(--radius-field);
  background: var(--surface);
  & > input {
    outline: 0;
  }
  &:has(:checked) {
    border-color: var(--primary);
    background: var(--primary-tint);
    box-shadow: inset 0 0 0 0.5px var(--primary);
  }
  ${focusRing}
  &:has(:disabled) {
    border-color: var(--line);
    background: var(--sunk);
    color: var(--ink-2);
    cursor: not-allowed;
  }
`;

const Words = styled.span`
  & > b {
    display: block;
  }
  & > small {
    display: inline;
  }
  & i {
    display: inline-block;
    width: 1.5em;
    height: 0.625em;
    margin-right: var(--space-2);
    border: 1px solid var(--line-strong);
    border-radius: 3px;
    forced-color-adjust: none;
  }
`;

/** A choice of a {@link ChoiceGroup}. */
export interface Choice<T extends string> {
  value: T;
  label: string;
  /** A line under the label; for a disabled choice the reason. */
  hint?: string;
  /** A colour beside the label, which does not depend on it. */
  swatch?: string | null;
  disabled?: boolean;
}

export interface ChoiceGroupProps<T extends string> extends FieldNotesProps {
  legend: string;
  options: readonly Choice<T>[];
  value: T | null;
  onChange: (value: T) => void;
  /** Number of columns, 1 by default; `row`: all in one row, for words as short as "Pro". */
  columns?: number | 'row';
}

/** A choice among a few visible options: radio buttons as tiles. */
export function ChoiceGroup<T extends string>(props: ChoiceGroupProps<T>) {
  const { legend, options, value, onChange, hint, error, columns = 1 } = props;
  const id = useId();
  const Place = columns === 'row' ? InRow : Tiles;
  return (
    <GroupField {...{ legend, hint, error }}>
      <Place style={columns === 'row' ? undefined : { '--columns': columns }}>
        {options.map((option) => (
          <ChoiceTile key={option.value}>
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              aria-describedby={option.hint === undefined ? undefined : `${id}-${option.value}`}
              aria-labelledby={`${id}-${option.value}-label`}
              onChange={() => onChange(option.value)}
            />
            <Words>
              <b id={`${id}-${option.value}-label`}>
                {option.swatch && <i style={{ background: option.swatch }} />}
                {option.label}
              </b>
              {option.hint !== undefined && <small id={`${id}-${option.value}`}>{option.hint}</small>}
            </Words>
          </ChoiceTile>
        ))}
      </Place>
    </GroupField>
  );
}
