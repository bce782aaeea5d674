import styled from '@emotion/styled';
import { CircleAlert } from 'lucide-react';
import { css } from '@emotion/react';
import { useId, type ComponentProps, type ReactNode } from 'react';

/** The column of a field: label, control, hint, error. */
export const FieldBox = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-2);
  min-width: 0;
`;

/** The label above a control. */
export const FieldLabel = styled.label`
  font-weight: 600;
  font-size: var(--text-14);
`;

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
  & input,
  & select,
  & textarea {
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
  & button {
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

const Note = styled.p`
  color: var(--ink-2);
  font-size: var(--text-14);
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

/** The value of `aria-describedby` for a control's hint and error. */
export function noteIds(id: string, notes: FieldNotesProps): string | undefined {
  return [notes.hint && `${id}-hint`, notes.error && `${id}-error`].filter(Boolean).join(' ') || undefined;
}

/** The texts under a control. */
export interface FieldNotesProps {
  hint?: string;
  error?: string;
}

interface Bound {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** Hint and error under a control whose `aria-describedby` is {@link noteIds}. */
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

/** A control with its label and notes; `children` gets the attributes that link them. */
export function Field(props: FieldNotesProps & { label: string; children: (bound: Bound) => ReactNode }) {
  const { label, children, ...notes } = props;
  const id = useId();
  return (
    <FieldBox>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      {children({ id, 'aria-invalid': Boolean(notes.error) || undefined, 'aria-describedby': noteIds(id, notes) })}
      <FieldNotes id={id} {...notes} />
    </FieldBox>
  );
}

/** Several controls that form one field, for {@link GroupField}; the legend looks like a label. */
export const FieldGroup = styled.fieldset`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-2);
  & > legend {
    margin-bottom: var(--space-2);
    padding: 0;
    font-weight: 600;
    font-size: var(--text-14);
  }
`;

interface GroupFieldProps extends FieldNotesProps, Omit<ComponentProps<'fieldset'>, 'id'> {
  legend: string;
}

/** Several controls with their legend and notes. */
export function GroupField({ legend, hint, error, children, ...group }: GroupFieldProps) {
  const id = useId();
  return (
    <FieldGroup {...group} aria-describedby={noteIds(id, { hint, error })}>
      <legend>{legend}</legend>
      {children}
      <FieldNotes id={id} hint={hint} error={error} />
    </FieldGroup>
  );
}
