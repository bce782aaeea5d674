import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { announce } from '../ui/live-region.js';
import { useCurrentPage } from './page-handle.js';

/** Scroll position of each history entry in px, while the client runs. */
const positions = new Map<string, number>();
/** The history entry whose page is rendered; null: none yet. */
let shown: { key: string; pathname: string } | null = null;

// Tracked while scrolling: when a page is left, the height is already that of the next one.
window.addEventListener('scroll', () => shown && positions.set(shown.key, window.scrollY), { passive: true });
window.addEventListener('pageshow', () => shown && disableRestoration());
// After a reload only the browser knows the position.
window.addEventListener('pagehide', () => (history.scrollRestoration = 'auto'));

/**
 * Scrolls new pages to the top, and restores the position on Back and Forward. Not the router's own, which adds a
 * kilobyte to the first script.
 */
export function useScrollMemory(): void {
  const { key, pathname, hash } = useLocation();
  const type = useNavigationType();
  useLayoutEffect(() => {
    const before = shown;
    shown = { key, pathname };
    if (before === null || before.key === key) return;
    // The browser scrolls to anchors; a replaced search is the same page.
    const stays = hash !== '' || (type === NavigationType.Replace && before.pathname === pathname);
    if (stays) positions.set(key, window.scrollY);
    else window.scrollTo(0, type === NavigationType.Pop ? (positions.get(key) ?? 0) : 0);
  }, [key, pathname, hash, type]);
  useEffect(() => {
    disableRestoration();
    return () => void (shown = null);
  }, []);
}

function disableRestoration(): void {
  history.scrollRestoration = 'manual';
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
