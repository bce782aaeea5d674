import { useEffect } from 'react';

/** Keeps the screen awake where the browser can; it lets go by itself when the page is hidden. */
export function useAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let over = false;
    const hold = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      // A low battery is a refusal: then the screen sleeps as its owner has set it.
      const held = await navigator.wakeLock.request('screen').catch(() => null);
      if (over) await held?.release();
      else lock = held;
    };
    const hide = (): void => void hold();
    hide();
    document.addEventListener('visibilitychange', hide);
    return () => {
      over = true;
      document.removeEventListener('visibilitychange', hide);
      void lock?.release();
    };
  }, []);
}
