import { useSyncExternalStore } from 'react';

const WIDE = '(min-width: 1024px)';

/** Whether the window is a desktop's: 1024 px and more. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches);
}

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
