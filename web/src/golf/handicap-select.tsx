import { LIMITS, handicapForShow } from '@fairmark/contract';
import styled from '@emotion/styled';
import { useId, useState } from 'react';
import { FieldGroup, FieldNotes, type FieldNotesProps, noted } from '../ui/fields/field.js';
import { Select } from '../ui/fields/select-field.js';
import { Sunk } from '../ui/page-parts.js';

const Panel = styled(Sunk)`
  gap: var(--space-4);
  & > p {
    font: 500 var(--text-40) / 1 var(--serif);
    font-variant-numeric: lining-nums tabular-nums;
    text-align: center;
  }
  & > div {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(7rem, 100%), 1fr));
    gap: var(--space-3);
  }
  & label {
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
  // "+0.0" equals "0.0" until another decimal is picked, so remember the picked text.
  const [picked, setPicked] = useState(() => handicapForShow(value));
  const [whole = '', decimal = ''] = (handicapOf(picked) === value ? picked : handicapForShow(value)).split('.');
  const decimals = decimalsOf(whole);
  const pick = (next: string): void => {
    setPicked(next);
    onChange(handicapOf(next));
  };
  const described = noted(id, { hint, error });
  const shown = String(Math.min(Number(decimal), decimals.length - 1));
  const wheels = [
    { name: 'Whole number', part: whole, parts: WHOLES, point: '', joined: (to: string) => `${to}.${decimal}` },
    { name: 'Decimal', part: shown, parts: decimals.map(String), point: '.', joined: (to: string) => `${whole}.${to}` },
  ];
  return (
    <FieldGroup>
      <legend>{label}</legend>
      <Panel>
        <p aria-hidden="true">{handicapForShow(value)}</p>
        <div>
          {wheels.map(({ name, part, parts, point, joined }) => (
            <label key={name}>
              {name}
              <Select {...described} value={part} onChange={({ target }) => pick(joined(target.value))}>
                {parts.map((one) => (
                  <option key={one} value={one}>{`${point}${one}`}</option>
                ))}
              </Select>
            </label>
          ))}
        </div>
      </Panel>
      <FieldNotes id={id} hint={hint} error={error} />
    </FieldGroup>
  );
}

const { handicapMin, handicapMax } = LIMITS;

const upTo = (most: number): number[] => Array.from({ length: Math.floor(most) + 1 }, (_, number) => number);

/** All whole parts, from the lowest handicap to the highest: "+10" to "+1", "+0", "0" to "54". */
export const WHOLES: readonly string[] = [
  ...upTo(-handicapMin)
    .map((whole) => `+${whole}`)
    .reverse(),
  ...upTo(handicapMax).map(String),
];

/** The decimals allowed for a whole part: fewer at the ends of the range. */
export function decimalsOf(whole: string): readonly number[] {
  const most = whole.startsWith('+') ? -handicapMin : handicapMax;
  return upTo(9).filter((decimal) => Number(`${whole}.${decimal}`) <= most);
}

/** The handicap that a text like "+1.2" shows, within the range; a plus handicap is negative, 0 never −0. */
export function handicapOf(text: string): number {
  const size = Number(text);
  return text.startsWith('+') ? Math.max(handicapMin, 0 - size) : Math.min(handicapMax, size);
}
