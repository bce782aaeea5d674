import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { announce } from '../ui/live-region.js';
import { useCurrentPage } from './page-handle.js';
import { useScrollMemory } from './scroll-memory.js';

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
