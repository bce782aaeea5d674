import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactNode, useRef } from 'react';
import { Button } from '../button.js';
import { DialogActions, Scrim, dialogStyles, type DialogProps } from './dialog-styles.js';

export interface ConfirmProps extends DialogProps {
  /** The action as a verb: "Delete round". */
  confirmLabel: string;
  cancelLabel?: string;
  onConfirm: () => void;
  busy?: boolean;
  error?: ReactNode;
  danger?: boolean;
}

/** A confirmation. Escape cancels; a press outside does nothing; it cannot be closed while busy. */
export function Confirm({ open, onOpenChange, title, children, onConfirm, ...more }: ConfirmProps) {
  const { confirmLabel, cancelLabel = 'Cancel', busy = false, error, danger = false } = more;
  // Focus Cancel for dangerous actions, so that a habitual Enter does no harm.
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(next, details) => {
        if (busy) details.cancel();
        else onOpenChange(next);
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop forceRender render={<Scrim />} />
        <AlertDialog.Popup css={dialogStyles} initialFocus={danger ? cancel : undefined}>
          <AlertDialog.Title>{title}</AlertDialog.Title>
          <AlertDialog.Description render={<div />}>{children}</AlertDialog.Description>
          {error}
          <DialogActions>
            <Button kind={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
            <Button ref={cancel} kind="secondary" disabled={busy} onClick={() => onOpenChange(false)}>
              {cancelLabel}
            </Button>
          </DialogActions>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
