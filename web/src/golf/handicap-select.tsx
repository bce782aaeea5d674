import { LIMITS, handicapForShow } from '@fairmark/contract';
import styled from '@emotion/styled';
import { useId, useState } from 'react';
import { FieldGroup, FieldNotes, type FieldNotesProps, noted } from '../ui/fields/field.js';
import { Select } from '../ui/fields/select-field.js';

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
  const described = noted(id, { hint, error });
  return (
    <FieldGroup>
      <legend>{label}</legend>
      <Panel>
        <Numeral aria-hidden="true">{handicapForShow(value)}</Numeral>
        <Wheels>
          <label>
            Whole number
            <Select
              {...described}
              value={parts.whole}
              onChange={({ target }) => pick({ whole: target.value, decimal: parts.decimal })}
            >
              {WHOLES.map((whole) => (
                <option key={whole}>{whole}</option>
              ))}
            </Select>
          </label>
          <label>
            Decimal
            <Select
              {...described}
              value={Math.min(parts.decimal, decimals.length - 1)}
              onChange={({ target }) => pick({ whole: parts.whole, decimal: Number(target.value) })}
            >
              {decimals.map((decimal) => (
                <option key={decimal} value={decimal}>{`.${decimal}`}</option>
              ))}
            </Select>
          </label>
        </Wheels>
      </Panel>
      <FieldNotes id={id} hint={hint} error={error} />
    </FieldGroup>
  );
}

/** The parts in which a handicap is picked. */
interface HandicapParts {
  /** `+10` … `+1`, `+0`, `0` … `54`. */
  whole: string;
  decimal: number;
}

const MIN_TENTHS = Math.round(LIMITS.handicapMin * 10);
const MAX_TENTHS = Math.round(LIMITS.handicapMax * 10);

/** All whole parts, from the lowest handicap to the highest. */
export const WHOLES: readonly string[] = [
  ...Array.from({ length: Math.floor(-MIN_TENTHS / 10) + 1 }, (_, from) => `+${Math.floor(-MIN_TENTHS / 10) - from}`),
  ...Array.from({ length: Math.floor(MAX_TENTHS / 10) + 1 }, (_, whole) => String(whole)),
];

/** The decimals allowed for a whole part: fewer at the ends of the range. */
export function decimalsOf(whole: string): readonly number[] {
  const most = whole.startsWith('+') ? -MIN_TENTHS : MAX_TENTHS;
  const left = Math.min(9, most - Number(whole) * 10);
  return Array.from({ length: left + 1 }, (_, decimal) => decimal);
}

/** The parts of a handicap; a plus handicap is a negative number. 0 is `0`, not `+0`. */
export function partsOf(handicap: number): HandicapParts {
  const tenths = Math.min(MAX_TENTHS, Math.max(MIN_TENTHS, Math.round(handicap * 10)));
  const size = Math.abs(tenths);
  return { whole: `${tenths < 0 ? '+' : ''}${Math.floor(size / 10)}`, decimal: size % 10 };
}

/** The handicap from its parts, with one decimal; plus is negative, never −0; clamped to the range. */
export function handicapOf({ whole, decimal }: HandicapParts): number {
  const size = Number(whole) * 10 + Math.min(decimal, decimalsOf(whole).length - 1);
  return whole.startsWith('+') && size > 0 ? -size / 10 : size / 10;
}
