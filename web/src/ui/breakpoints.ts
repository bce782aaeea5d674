import { useCallback, useState, useSyncExternalStore } from 'react';

/** The narrowest phones. */
export const SMALL_PHONE = '@media (max-width: 359px)';

/** Room for two short lists side by side. */
export const TABLET = '@media (min-width: 768px)';

/** Desktops, with the navigation beside the page. Also in theme/shell.css. */
export const DESKTOP_WIDTH = '(min-width: 1024px)';
export const DESKTOP = `@media ${DESKTOP_WIDTH}`;

/** Phones in landscape. Also in theme/tokens.css. */
export const LOW = '@media (max-height: 479px) and (min-width: 600px)';

/** A window zoomed in so far that what sticks to it would cover the rest. Half of a phone's screen is higher. */
export const ZOOMED = '@media (max-height: 349px) and (max-width: 559px)';

/** Room for a second column beside a table. */
export const LARGE_DESKTOP = '@media (min-width: 1280px)';

/** Room for three columns. */
export const WIDE_WIDTH = '(min-width: 1840px)';
export const WIDE = `@media ${WIDE_WIDTH}`;
/** The maximum width of pages. */
export const WIDEST = '@media (min-width: 2080px)';

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
