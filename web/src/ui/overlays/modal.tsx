import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { DialogActions, Scrim, dialogStyles, type DialogProps } from './dialog-styles.js';

export interface ModalProps extends DialogProps {
  actions: ReactNode;
  /** Whether Escape or a press outside closes it; otherwise only its buttons do. */
  dismissable?: boolean;
}

/** A message over the page that requires an answer. */
export function Modal({ open, onOpenChange, title, children, actions, dismissable = true }: ModalProps) {
  return (
    <Dialog.Root
      open={open}
      disablePointerDismissal={!dismissable}
      onOpenChange={(next, details) => {
        if (!dismissable && details.reason === 'escape-key') details.cancel();
        else onOpenChange(next);
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop forceRender render={<Scrim />} />
        <Dialog.Popup css={dialogStyles}>
          <Dialog.Title>{title}</Dialog.Title>
          <div>{children}</div>
          <DialogActions>{actions}</DialogActions>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
