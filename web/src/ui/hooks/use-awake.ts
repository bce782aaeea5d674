import { useEffect } from 'react';

/** Keeps the screen awake if the browser can. Hiding the page ends the lock; showing it requests another. */
export function useAwake(): void {
  useEffect(() => {
    let lock: Promise<WakeLockSentinel | null> | null = null;
    const hold = (): void => {
      if (document.hidden || !('wakeLock' in navigator)) return;
      // May be refused, as with a low battery; then the screen sleeps as usual.
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
