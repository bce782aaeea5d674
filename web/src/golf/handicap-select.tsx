import { handicapForShow } from '@fairmark/contract';
import styled from '@emotion/styled';
import { useId, useState } from 'react';
import { FieldGroup, FieldNotes, noteIds, type FieldNotesProps } from '../ui/fields/field.js';
import { WHOLES, decimalsOf, handicapOf, partsOf, type HandicapParts } from './handicap-parts.js';
import { SelectArrow, SelectControl } from '../ui/fields/select-field.js';

const Panel = styled.div`
  display: grid;
  gap: var(--space-4);
  padding: var(--space-4);
  border-radius: var(--radius-key);
  background: var(--sunk);
`;

const Numeral = styled.p`
  font: 500 var(--text-40) / 1 var(--serif);
  font-variant-numeric: lining-nums tabular-nums;
  text-align: center;
`;

const Wheels = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(7rem, 100%), 1fr));
  gap: var(--space-3);
  & > label {
    display: grid;
    gap: var(--space-1);
    color: var(--ink-2);
    font-size: var(--text-14);
  }
  & select {
    color: var(--ink);
    font-weight: 600;
  }
`;

export interface HandicapSelectProps extends FieldNotesProps {
  label: string;
  /** One decimal, −10.9 to 54; a plus handicap is negative. */
  value: number;
  onChange: (value: number) => void;
}

/** Picks a handicap as whole part and decimal, which phones show as two wheels. */
export function HandicapSelect({ label, value, onChange, hint, error }: HandicapSelectProps) {
  const id = useId();
  // `+0` equals `0` until a decimal is picked, so remember the picked parts.
  const [picked, setPicked] = useState<HandicapParts>(() => partsOf(value));
  const parts = handicapOf(picked) === value ? picked : partsOf(value);
  const decimals = decimalsOf(parts.whole);
  const pick = (next: HandicapParts): void => {
    setPicked(next);
    onChange(handicapOf(next));
  };
  const described = { 'aria-describedby': noteIds(id, { hint, error }), 'aria-invalid': error ? true : undefined };
  return (
    <FieldGroup>
      <legend>{label}</legend>
      <Panel>
        <Numeral aria-hidden="true">{handicapForShow(value)}</Numeral>
        <Wheels>
          <label>
            Whole number
            <SelectControl>
              <select
                {...described}
                value={parts.whole}
                onChange={({ target }) => pick({ whole: target.value, decimal: parts.decimal })}
              >
                {WHOLES.map((whole) => (
                  <option key={whole}>{whole}</option>
                ))}
              </select>
              <SelectArrow />
            </SelectControl>
          </label>
          <label>
            Decimal
            <SelectControl>
              <select
                {...described}
                value={Math.min(parts.decimal, decimals.length - 1)}
                onChange={({ target }) => pick({ whole: parts.whole, decimal: Number(target.value) })}
              >
                {decimals.map((decimal) => (
                  <option key={decimal} value={decimal}>{`.${decimal}`}</option>
                ))}
              </select>
              <SelectArrow />
            </SelectControl>
          </label>
        </Wheels>
      </Panel>
      <FieldNotes id={id} hint={hint} error={error} />
    </FieldGroup>
  );
}
