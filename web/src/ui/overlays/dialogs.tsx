import { cloneElement, useState, type ComponentProps, type ReactElement } from 'react';
import { lazyDialog, preload } from './on-demand.js';
import type { DialogProps } from './modal.js';

/*
 * The dialogs. Their chunks load when the first one opens, or when the phone is idle (preloadDialogs), so that no page
 * waits for them. Pages import them from here.
 */

/** A drawer: from below on phones, from the side on desktops. */
export const Sheet = lazyDialog(async () => (await import('./sheet.js')).Sheet);

/** A centred dialog. */
export const Modal = lazyDialog(async () => (await import('./modal.js')).Modal);

/** A confirmation. */
export const Confirm = lazyDialog(async () => (await import('./modal.js')).Confirm);

/** The open state of a dialog. */
export type OpenState = Pick<DialogProps, 'open' | 'onOpenChange'>;

type SheetOfButtonProps = Omit<ComponentProps<typeof Sheet>, keyof OpenState> & {
  button: ReactElement<{ onClick?: () => void }>;
};

/** A drawer with the button that opens it. */
export function SheetOfButton({ button, ...sheet }: SheetOfButtonProps) {
  const [open, onOpenChange] = useState(false);
  return (
    <>
      {cloneElement(button, { onClick: () => onOpenChange(true) })}
      <Sheet {...sheet} {...{ open, onOpenChange }} />
    </>
  );
}

/** Preloads the dialogs, so that they open without a signal too. */
export const preloadDialogs = (): void =>
  preload(
    () => import('./sheet.js'),
    () => import('./modal.js'),
  );
