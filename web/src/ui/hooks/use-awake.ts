import { useEffect } from 'react';

/** Keeps the screen awake if the browser can; the lock ends when the page is hidden, and is then requested again. */
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
