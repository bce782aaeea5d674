import { css } from '@emotion/react';
import styled from '@emotion/styled';
import { useId, type ComponentProps, type MouseEvent, type ReactNode } from 'react';
import { spinnerRing } from './spinner.js';

/** The styles of buttons. Links that look like one need the same `data-kind`, `data-size` and `data-wide`. */
export const buttonStyles = css`
  position: relative;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: var(--space-2);
  min-height: var(--target);
  padding: var(--space-2) var(--space-5);
  border: 1.5px solid transparent;
  border-radius: var(--radius-key);
  background: var(--primary);
  color: var(--on-primary);
  font: 600 var(--text-16) / 1.2 var(--font);
  text-align: center;
  overflow-wrap: anywhere;
  text-decoration: none;
  cursor: pointer;
  &:active {
    background: var(--primary-press);
    scale: 0.985;
  }
  &[data-kind='secondary'] {
    border-color: var(--line-strong);
    background: var(--surface);
    color: var(--ink);
  }
  &[data-kind='quiet'] {
    padding-inline: var(--space-3);
    background: transparent;
    color: var(--primary);
  }
  &[data-kind='danger'] {
    background: var(--danger);
    color: var(--on-danger);
  }
  &[data-kind='secondary']:active,
  &[data-kind='quiet']:active {
    background: var(--sunk);
  }
  &[data-size='large'] {
    min-height: var(--key);
    font-size: var(--text-18);
  }
  &[data-wide='true'] {
    width: 100%;
  }
  &:disabled,
  &[aria-disabled='true']:not([aria-busy='true']) {
    border-color: var(--line);
    background: var(--sunk);
    color: var(--ink-2);
    cursor: not-allowed;
    scale: none;
  }
  &[aria-busy='true'] {
    cursor: progress;
    scale: none;
    -webkit-text-fill-color: transparent;
    /* Forced colours have no transparent text. */
    @media (forced-colors: active) {
      -webkit-text-fill-color: ButtonFace;
    }
  }
  &[aria-busy='true'] > * {
    opacity: 0;
  }
  &[aria-busy='true']::after {
    ${spinnerRing}
    content: '';
    position: absolute;
    inset: 0;
    margin: auto;
  }
  &[data-kind='icon'] {
    flex: none;
    width: var(--target);
    padding: 0;
    border-color: transparent;
    background: transparent;
    color: inherit;
    &:active {
      background: var(--sunk);
    }
    &:disabled {
      opacity: 0.5;
    }
  }
  @media print {
    display: none;
  }
`;

const Reasoned = styled.span`
  display: grid;
  gap: var(--space-2);
  & > small {
    text-align: center;
  }
`;

interface ButtonProps extends ComponentProps<'button'> {
  /** `icon` is that of an {@link IconButton}. */
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'icon';
  /** `large` is 60 px high, for buttons that are pressed while walking. */
  size?: 'normal' | 'large';
  /** Shows a spinner at the same width and ignores presses. */
  busy?: boolean;
  icon?: ReactNode;
  /** Why it is disabled, shown above; the button stays focusable. Empty: enabled. */
  reason?: string;
  wide?: boolean;
}

/** A button; `type` is "button" by default. */
export function Button(props: ButtonProps) {
  const { kind = 'primary', size = 'normal', busy = false, icon, reason = '', wide = false, ...rest } = props;
  const { children, onClick, 'aria-describedby': describedBy, 'aria-disabled': disabled, ...button } = rest;
  const reasonId = useId();
  const blocked = busy || reason !== '';
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    if (blocked) event.preventDefault();
    else onClick?.(event);
  };
  const face = (
    <button
      type="button"
      {...button}
      css={buttonStyles}
      data-kind={kind}
      data-size={size}
      data-wide={wide}
      aria-disabled={blocked || disabled || undefined}
      aria-busy={busy || undefined}
      aria-describedby={reason === '' ? describedBy : [describedBy, reasonId].filter(Boolean).join(' ')}
      onClick={press}
    >
      {icon}
      {children}
    </button>
  );
  // A button with a `reason` prop keeps its wrapper when the reason is empty, so that focus stays on it.
  if (!('reason' in props)) return face;
  return (
    <Reasoned>
      <small id={reasonId} hidden={reason === ''}>
        {reason}
      </small>
      {face}
    </Reasoned>
  );
}

/** A button with only an icon, 48 × 48 px. */
export function IconButton({ label, ...button }: Omit<ButtonProps, 'children'> & { label: string }) {
  return <Button {...button} kind="icon" aria-label={label} title={label} />;
}
