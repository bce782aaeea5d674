import { useEffect } from 'react';

/** Keeps the screen awake where the browser can; it lets go by itself when the page is hidden. */
export function useAwake(): void {
  useEffect(() => {
    let lock: Promise<WakeLockSentinel | null> | null = null;
    const hold = (): void => {
      if (document.hidden || !('wakeLock' in navigator)) return;
      // A low battery is a refusal: then the screen sleeps as its owner has set it.
      lock = navigator.wakeLock.request('screen').catch(() => null);
    };
    hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      document.removeEventListener('visibilitychange', hold);
      void lock?.then((held) => held?.release());
    };
  }, []);
}
