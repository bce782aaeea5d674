import { useEffect, useRef } from 'react';

/** Focuses the topmost sheet or the page: for an action that removes the button pressed, which would lose the focus. */
export function focusPlace(): void {
  const dialogs = document.querySelectorAll<HTMLElement>('[role="dialog"]');
  (dialogs.item(dialogs.length - 1) ?? document.getElementById('content'))?.focus({ preventScroll: true });
}

/** {@link focusPlace} where the action of a component has removed the component itself. */
export function useFocusKept(isActing: boolean): void {
  const wasActing = useRef(false);
  useEffect(() => {
    wasActing.current = isActing;
  }, [isActing]);
  useEffect(
    () => () => {
      if (wasActing.current && document.activeElement === document.body) focusPlace();
    },
    [],
  );
}
