import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { announce } from '../ui/live-region.js';
import { useCurrentPage } from './page-handle.js';

/** How far down each entry of the history was scrolled, pixels, as long as the client lives. */
const depths = new Map<string, number>();

/**
 * A new page begins at its top; Back and Forward find it where it was left. Ours, because the router's is a kilobyte of the first
 * script.
 */
export function useScrollMemory(): void {
  const { key, pathname, hash } = useLocation();
  const returned = useNavigationType() === NavigationType.Pop;
  const shown = useRef({ key, pathname });
  useLayoutEffect(() => {
    const before = shown.current;
    if (before.key === key) return;
    shown.current = { key, pathname };
    // A place within the page is found by the browser; a changed search is the same page.
    if (hash !== '' || (!returned && before.pathname === pathname)) {
      depths.set(key, window.scrollY);
      return;
    }
    window.scrollTo(0, returned ? (depths.get(key) ?? 0) : 0);
  }, [key, pathname, hash, returned]);

  useEffect(() => {
    // Not asked when a page is left: by then it is as low as the next one.
    const note = (): void => void depths.set(shown.current.key, window.scrollY);
    const own = (): void => void (history.scrollRestoration = 'manual');
    // After a reload the browser knows the depth, and this page does not.
    const leave = (): void => void (history.scrollRestoration = 'auto');
    own();
    window.addEventListener('scroll', note, { passive: true });
    window.addEventListener('pageshow', own);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('scroll', note);
      window.removeEventListener('pageshow', own);
      window.removeEventListener('pagehide', leave);
    };
  }, []);
}

/** Names the page in the tab, and says the name and moves the focus to the page after a change of page (WCAG 2.4.2, 2.4.3). */
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
    const active = document.activeElement;
    const gone = active === null || active === document.body || active.closest('[role="dialog"]') === null;
    if (gone) document.getElementById('content')?.focus({ preventScroll: true });
  }, [title, pathname]);
  return null;
}
