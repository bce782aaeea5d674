import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { announce } from '../ui/live-region.js';
import { useCurrentPage } from './page-handle.js';

/** Scroll position of each history entry in px, while the client runs. */
const positions = new Map<string, number>();

/**
 * Scrolls new pages to the top, and restores the position on Back and Forward. Not the router's own, which adds a
 * kilobyte to the first script.
 */
export function useScrollMemory(): void {
  const { key, pathname, hash } = useLocation();
  const type = useNavigationType();
  const shown = useRef({ key, pathname });
  useLayoutEffect(() => {
    const before = shown.current;
    if (before.key === key) return;
    shown.current = { key, pathname };
    // The browser scrolls to anchors; a replaced search is the same page.
    if (hash !== '' || (type === NavigationType.Replace && before.pathname === pathname)) {
      positions.set(key, window.scrollY);
      return;
    }
    window.scrollTo(0, type === NavigationType.Pop ? (positions.get(key) ?? 0) : 0);
  }, [key, pathname, hash, type]);

  useEffect(() => {
    // Tracked while scrolling: when a page is left, the height is already that of the next one.
    const savePosition = (): void => void positions.set(shown.current.key, window.scrollY);
    const disableRestoration = (): void => void (history.scrollRestoration = 'manual');
    // After a reload only the browser knows the position.
    const enableRestoration = (): void => void (history.scrollRestoration = 'auto');
    disableRestoration();
    window.addEventListener('scroll', savePosition, { passive: true });
    window.addEventListener('pageshow', disableRestoration);
    window.addEventListener('pagehide', enableRestoration);
    return () => {
      window.removeEventListener('scroll', savePosition);
      window.removeEventListener('pageshow', disableRestoration);
      window.removeEventListener('pagehide', enableRestoration);
    };
  }, []);
}

/** Sets the tab's title; after a change of page announces it and focuses the page (WCAG 2.4.2, 2.4.3). */
export function RouteAnnouncer() {
  const { title } = useCurrentPage();
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useScrollMemory();
  useEffect(() => {
    if (title === '') return;
    document.title = `${title} · Fairmark`;
    if (shown.current === pathname) return;
    shown.current = pathname;
    announce(title);
    // An open dialog keeps the focus; a closing one would give it back to the page before, or lose it.
    if (document.activeElement?.closest('[role="dialog"][data-open]')) return;
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [title, pathname]);
  return null;
}
