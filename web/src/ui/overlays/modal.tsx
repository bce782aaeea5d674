import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog } from '@base-ui/react/dialog';
import styled from '@emotion/styled';
import { type ReactNode, type RefObject, useRef } from 'react';
import { Button } from '../button.js';

/** What every dialog and sheet gets. */
export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
}

/** The backdrop of sheets and dialogs. Fades while a sheet is swiped away. */
export const Scrim = styled.div`
  position: fixed;
  inset: 0;
  z-index: 50;
  min-height: 100dvh;
  background: var(--scrim);
  opacity: calc(1 - var(--drawer-swipe-progress, 0));
  transition: opacity var(--sheet) var(--ease);
  &[data-swiping] {
    transition-duration: 0ms;
  }
  &[data-starting-style],
  &[data-ending-style] {
    opacity: 0;
  }
`;

const Popup = styled(Dialog.Popup)`
  position: fixed;
  top: 50%;
  left: 50%;
  z-index: 50;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-3);
  width: min(440px, 100vw - 2 * var(--space-4));
  max-height: calc(100dvh - 2 * var(--space-6));
  padding: var(--space-6);
  overflow-y: auto;
  overscroll-behavior: contain;
  border-radius: var(--radius-sheet);
  /* Its edge in forced colours, which have no shadows. */
  outline: 1px solid transparent;
  background: var(--surface);
  box-shadow: var(--shadow);
  translate: -50% -50%;
  transition:
    opacity var(--sheet) var(--ease),
    scale var(--sheet) var(--ease);
  &[data-starting-style],
  &[data-ending-style] {
    opacity: 0;
    scale: 0.97;
  }
`;

/** The buttons: stacked on phones, the first on top; side by side if there is room. */
const Actions = styled.div`
  display: grid;
  gap: var(--space-2);
  margin-top: var(--space-3);
  @media (min-width: 480px) {
    display: flex;
    flex-direction: row-reverse;
    & > * {
      min-width: 120px;
    }
  }
`;

export interface ModalProps extends DialogProps {
  /** Its buttons, the main one first. */
  actions: ReactNode;
  error?: ReactNode;
  /** Whether a press outside does nothing. */
  alert?: boolean;
  initialFocus?: RefObject<HTMLElement | null> | undefined;
}

/** A message over the page. Escape or a press outside asks to close it. */
export function Modal({ title, children, actions, error, alert = false, initialFocus, ...root }: ModalProps) {
  const Root = alert ? AlertDialog.Root : Dialog.Root;
  return (
    <Root {...root}>
      <Dialog.Portal>
        <Dialog.Backdrop forceRender render={<Scrim />} />
        <Popup initialFocus={initialFocus}>
          <Dialog.Title>{title}</Dialog.Title>
          <Dialog.Description render={<div />}>{children}</Dialog.Description>
          {error}
          <Actions>{actions}</Actions>
        </Popup>
      </Dialog.Portal>
    </Root>
  );
}

export interface ConfirmProps extends Omit<ModalProps, 'actions' | 'alert' | 'initialFocus'> {
  /** The action as a verb: "Delete round". */
  confirmLabel: string;
  cancelLabel?: string;
  onConfirm: () => void;
  busy?: boolean;
  danger?: boolean;
}

/** A confirmation. Escape cancels; a press outside does nothing; it cannot be closed while busy. */
export function Confirm({ onOpenChange, onConfirm, confirmLabel, cancelLabel = 'Cancel', ...more }: ConfirmProps) {
  const { busy = false, danger = false, ...modal } = more;
  // Focus Cancel for dangerous actions, so that a habitual Enter does no harm.
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Modal
      {...modal}
      alert
      onOpenChange={(open) => !busy && onOpenChange(open)}
      initialFocus={danger ? cancel : undefined}
      actions={
        <>
          <Button kind={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
          <Button ref={cancel} kind="secondary" disabled={busy} onClick={() => onOpenChange(false)}>
            {cancelLabel}
          </Button>
        </>
      }
    />
  );
}
