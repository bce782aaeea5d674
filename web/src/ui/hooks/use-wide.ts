import { useCallback, useState, useSyncExternalStore } from 'react';
import { DESKTOP_WIDTH } from '../breakpoints.js';

/** Whether the window is as wide as a breakpoint; a desktop's, 1024 px and more, unless another one is named. */
export function useWide(width = DESKTOP_WIDTH): boolean {
  // One for each component: to make one takes longer than to read it, and a tap reads it.
  const [query] = useState(() => window.matchMedia(width));
  const subscribe = useCallback(
    (listener: () => void) => {
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => query.matches);
}
