import { useState, type ComponentProps } from 'react';
import { onDemand } from './on-demand.js';

/**
 * The dialogs, whose code is loaded when the first one opens (and when the phone is idle, see preloadDialogs): no page has to
 * wait for them to be shown. Pages take them from here.
 */
const LazySheet = onDemand(async () => (await import('./sheet.js')).Sheet);
const LazyModal = onDemand(async () => (await import('./modal.js')).Modal);
const LazyConfirm = onDemand(async () => (await import('./confirm.js')).Confirm);

/** A drawer from below on a phone, from the side on a desktop. */
export function Sheet(props: ComponentProps<typeof LazySheet>) {
  return useOpened(props.open) ? <LazySheet {...props} /> : null;
}

/** A dialog in the middle. */
export function Modal(props: ComponentProps<typeof LazyModal>) {
  return useOpened(props.open) ? <LazyModal {...props} /> : null;
}

/** A question before something that can't be taken back. */
export function Confirm(props: ComponentProps<typeof LazyConfirm>) {
  return useOpened(props.open) ? <LazyConfirm {...props} /> : null;
}

/** Fetches the dialogs' code before somebody needs it: a golfer without signal opens them too. */
export function preloadDialogs(): void {
  for (const load of [() => import('./sheet.js'), () => import('./modal.js'), () => import('./confirm.js')]) {
    // A miss now is no failure: the dialog asks again when it opens.
    load().catch(() => undefined);
  }
}

/** Whether it has ever been open: it stays in the page from then on, so that it can close with its motion. */
function useOpened(open: boolean): boolean {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  return opened;
}
