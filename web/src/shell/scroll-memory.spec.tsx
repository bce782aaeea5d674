/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { act, fireEvent, screen } from '@testing-library/react';
import { Outlet } from 'react-router-dom';
import { showPages } from '../shared/testing/pages.js';
import { useScrollMemory } from './scroll-memory.js';

function Frame() {
  useScrollMemory();
  return <Outlet />;
}

/** The window as far as it is scrolled. */
function scrolled(y: number): void {
  Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
  fireEvent.scroll(window);
}

it('a new page begins at its top, Back finds it where it was left, and another search leaves it alone', async () => {
  const depths: unknown[] = [];
  window.scrollTo = ((_x: number, y: number) => {
    depths.push(y);
    scrolled(y);
  }) as typeof window.scrollTo;
  const pages = ['/list', '/card'].map((path) => ({ path, element: <p>{path}</p> }));
  const router = showPages([{ Component: Frame, children: pages }], '/list');
  scrolled(900);
  await act(() => router.navigate('/list?sort=name', { replace: true }));
  scrolled(1200);
  await act(() => router.navigate('/card'));
  expect(screen.getByText('/card')).toBeTruthy();
  expect(depths).toEqual([0]);
  scrolled(300);
  await act(() => router.navigate(-1));
  expect(screen.getByText('/list')).toBeTruthy();
  await act(() => router.navigate(1));
  expect(depths).toEqual([0, 1200, 300]);
});
