import { useCallback, useState, useSyncExternalStore } from 'react';
import { DESKTOP_WIDTH } from '../breakpoints.js';

/** Whether the window matches a breakpoint, by default the desktop's (1024 px). */
export function useWide(width = DESKTOP_WIDTH): boolean {
  // Kept per component: creating one is slower than reading it, and every tap reads it.
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
