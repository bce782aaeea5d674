/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { act, fireEvent, screen } from '@testing-library/react';
import { Outlet } from 'react-router-dom';
import { showPages } from '../shared/testing/pages.js';
import { useScrollMemory } from './scroll-memory.js';

function Frame() {
  useScrollMemory();
  return <Outlet />;
}

/** Scrolls the window to this depth. */
function scroll(y: number): void {
  Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
  fireEvent.scroll(window);
}

it('a new page begins at its top, Back restores its scroll position, and a changed search keeps it', async () => {
  const depths: unknown[] = [];
  window.scrollTo = ((_x: number, y: number) => {
    depths.push(y);
    scroll(y);
  }) as typeof window.scrollTo;
  const pages = ['/list', '/card'].map((path) => ({ path, element: <p>{path}</p> }));
  const router = showPages([{ Component: Frame, children: pages }], '/list');
  scroll(900);
  await act(() => router.navigate('/list?sort=name', { replace: true }));
  scroll(1200);
  await act(() => router.navigate('/card'));
  expect(screen.getByText('/card')).toBeTruthy();
  expect(depths).toEqual([0]);
  scroll(300);
  await act(() => router.navigate(-1));
  expect(screen.getByText('/list')).toBeTruthy();
  await act(() => router.navigate(1));
  expect(depths).toEqual([0, 1200, 300]);
});
