import styled from '@emotion/styled';
import { CircleAlert } from 'lucide-react';
import { css } from '@emotion/react';
import { useId, type ComponentProps, type ReactNode } from 'react';

/** The column of a field: label or legend, control, hint, error. */
export const FieldBox = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-2);
  min-width: 0;
  & > :is(label[for], legend) {
    padding: 0;
    font-weight: 600;
    font-size: var(--text-14);
  }
  & > legend {
    margin-bottom: var(--space-2);
  }
`;
export const FieldGroup = FieldBox.withComponent('fieldset');

/** A focus ring around a control's container, in place of the control's own. */
export const focusRing = css`
  &:has(:focus-visible) {
    outline: 2px solid var(--focus);
    outline-offset: 2px;
  }
`;

/** The frame of a control: 48 px high, with a border visible in the sun. Text of 16 px, so that phones don't zoom. */
export const Control = styled.div`
  position: relative;
  display: flex;
  align-items: center;
  min-height: var(--target);
  border: 1.5px solid var(--line-strong);
  border-radius: var(--radius-field);
  background: var(--surface);
  color: var(--ink);
  transition: border-color var(--press) var(--ease);
  &:focus-within {
    border-color: var(--primary);
  }
  ${focusRing}
  &:has([aria-invalid='true']) {
    border-color: var(--danger);
  }
  &:has(input:disabled, select:disabled) {
    border-color: var(--line);
    background: var(--sunk);
    color: var(--ink-2);
  }
  & :is(input, select, textarea) {
    flex: 1;
    min-width: 0;
    align-self: stretch;
    min-height: calc(var(--target) - 3px);
    padding: var(--space-2) var(--space-4);
    border: 0;
    border-radius: inherit;
    outline: 0;
    background: transparent;
    font-size: max(16px, var(--text-16));
  }
  & textarea {
    min-height: 96px;
    padding-block: var(--space-3);
    resize: vertical;
  }
  & button[data-kind='icon'] {
    color: var(--ink-2);
  }
  & input::placeholder {
    color: var(--ink-2);
    opacity: 1;
  }
  & input:autofill {
    box-shadow: inset 0 0 0 100px var(--primary-tint);
    -webkit-text-fill-color: var(--ink);
  }
`;

const Note = styled.small`
  &[data-kind='error'] {
    display: flex;
    gap: var(--space-2);
    color: var(--danger);
    font-weight: 600;
  }
  & svg {
    margin-top: 2px;
  }
`;

/** The texts under a control. */
export interface FieldNotesProps {
  hint?: string;
  error?: string;
}

/** The attributes of a control that link it to its hint and error. */
export function noted(id: string, { hint, error }: FieldNotesProps) {
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': notes || undefined } as const;
}

/** Hint and error under a control that is {@link noted}. */
export function FieldNotes({ id, hint, error }: FieldNotesProps & { id: string }) {
  return (
    <>
      {hint && <Note id={`${id}-hint`}>{hint}</Note>}
      {error && (
        <Note id={`${id}-error`} data-kind="error">
          <CircleAlert size={16} />
          {error}
        </Note>
      )}
    </>
  );
}

interface FieldProps extends FieldNotesProps {
  label: string;
  children: (bound: { id: string } & ReturnType<typeof noted>) => ReactNode;
}

/** A control with its label and notes; `children` gets the attributes that link them. */
export function Field({ label, children, ...notes }: FieldProps) {
  const id = useId();
  return (
    <FieldBox>
      <label htmlFor={id}>{label}</label>
      {children({ id, ...noted(id, notes) })}
      <FieldNotes id={id} {...notes} />
    </FieldBox>
  );
}

interface GroupFieldProps extends FieldNotesProps, Omit<ComponentProps<'fieldset'>, 'id'> {
  legend: string;
}

/** Several controls with their legend and notes. */
export function GroupField({ legend, hint, error, children, ...group }: GroupFieldProps) {
  const id = useId();
  return (
    <FieldGroup {...group} aria-describedby={noted(id, { hint, error })['aria-describedby']}>
      <legend>{legend}</legend>
      {children}
      <FieldNotes id={id} hint={hint} error={error} />
    </FieldGroup>
  );
}
