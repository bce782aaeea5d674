import { useEffect, useState, useSyncExternalStore } from 'react';

const IDLE_MS = 3_000;
/** In the board's unit: the height around the rows, a row's height, and the unit's share of the window. */
const ROWS = { around: 18.4, each: 4.6, ofWidth: 0.016, ofHeight: 0.017778 };

/** Subscribes to an event, as React reads what it changes. */
const changesBy = (target: EventTarget, event: string) => (listener: () => void) => {
  target.addEventListener(event, listener);
  return () => target.removeEventListener(event, listener);
};
const resizes = changesBy(window, 'resize');
const fullScreenChanges = changesBy(document, 'fullscreenchange');

/** How many rows of a board page fit into the window. */
export const useRowsAPage = (): number => useSyncExternalStore(resizes, rowsAPage);

function rowsAPage(): number {
  const unit = Math.min(window.innerWidth * ROWS.ofWidth, window.innerHeight * ROWS.ofHeight);
  return Math.max(3, Math.floor((window.innerHeight / unit - ROWS.around) / ROWS.each));
}

/** Whether there was no input for a while; then the pointer and the controls are hidden. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const moved = (): void => {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), IDLE_MS);
    };
    moved();
    const events = ['pointermove', 'pointerdown', 'keydown'] as const;
    for (const event of events) window.addEventListener(event, moved);
    return () => {
      clearTimeout(timer);
      for (const event of events) window.removeEventListener(event, moved);
    };
  }, []);
  return idle;
}

/** Whether the page is in full screen, and how to toggle it; null where the browser does not allow it. */
export function useFullScreen(): { full: boolean; toggle: (() => void) | null } {
  const full = useSyncExternalStore(fullScreenChanges, () => document.fullscreenElement !== null);
  const toggle = (): void => {
    const change = full ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    // The browser's settings may forbid it; the board then stays in its window.
    change.catch(() => undefined);
  };
  return { full, toggle: document.fullscreenEnabled ? toggle : null };
}
