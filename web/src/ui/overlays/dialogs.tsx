import { lazyDialog } from './on-demand.js';
import type { SheetProps } from './sheet.js';

/*
 * The dialogs, whose code is loaded when the first one opens (and when the phone is idle, see preloadDialogs): no page has to
 * wait for them to be shown. Pages take them from here.
 */

/** A drawer from below on a phone, from the side on a desktop. */
export const Sheet = lazyDialog(async () => (await import('./sheet.js')).Sheet);

/** A dialog in the middle. */
export const Modal = lazyDialog(async () => (await import('./modal.js')).Modal);

/** A question before something that can't be taken back. */
export const Confirm = lazyDialog(async () => (await import('./confirm.js')).Confirm);

/** Whether a dialog is open, and how it closes. */
export type OpenState = Pick<SheetProps, 'open' | 'onOpenChange'>;

/** Fetches the dialogs' code before it is needed: a golfer without signal opens them too. */
export function preloadDialogs(): void {
  for (const load of [() => import('./sheet.js'), () => import('./modal.js'), () => import('./confirm.js')]) {
    // A miss now is no failure: the dialog asks again when it opens.
    load().catch(() => undefined);
  }
}
