import styled from '@emotion/styled';
import { WEEKDAYS, type Weekday } from '@fairmark/contract';
import { focusRing, GroupField, type FieldNotesProps } from './field.js';

const Days = styled.div`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: var(--space-2);
  @media (min-width: 480px) {
    grid-template-columns: repeat(7, minmax(0, 1fr));
  }
`;

const Day = styled.label`
  position: relative;
  display: grid;
  place-items: center;
  min-height: var(--target);
  border: 1.5px solid var(--line-strong);
  border-radius: var(--radius-field);
  background: var(--surface);
  font-weight: 600;
  & > input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: inherit;
  }
  &:has(:checked) {
    border-color: var(--primary);
    background: var(--primary);
    color: var(--on-primary);
    text-decoration: underline;
    text-underline-offset: 4px;
  }
  ${focusRing}
`;

interface ToggleDaysProps extends FieldNotesProps {
  legend: string;
  value: readonly Weekday[];
  onChange: (days: Weekday[]) => void;
}

/** A choice of any days of the week. */
export function ToggleDays({ value, onChange, ...group }: ToggleDaysProps) {
  return (
    <GroupField {...group}>
      <Days>
        {WEEKDAYS.map((day) => (
          <Day key={day}>
            <input
              type="checkbox"
              aria-label={day}
              checked={value.includes(day)}
              onChange={({ target }) =>
                onChange(WEEKDAYS.filter((other) => (other === day ? target.checked : value.includes(other))))
              }
            />
            <span aria-hidden="true">{day.slice(0, 3)}</span>
          </Day>
        ))}
      </Days>
    </GroupField>
  );
}
