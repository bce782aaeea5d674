/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { endSession, session, startSession, whyEnded } from '../api/call/session.js';
import { signedInOnly, takeNext } from '../shared/routing/guards.js';
import { showPages } from '../shared/testing/pages.js';
import { GolferPages } from './session-watch.js';

/** A page that keeps showing the golfer who opened it. */
function Page() {
  const [owner] = useState(() => session()?.userId);
  return <p>Of {owner}</p>;
}

function show() {
  showPages(
    [
      { Component: GolferPages, children: [{ path: '/', Component: Page }] },
      { path: '/signin', element: <p>Sign in</p> },
    ],
    '/',
  );
}

afterEach(() => endSession('signed-out'));

it('a page starts afresh for another golfer, but not when the session ends', () => {
  startSession({ token: 'one', userId: 'karrie' });
  show();
  expect(screen.getByText('Of karrie')).toBeTruthy();
  act(() => endSession('expired'));
  expect(screen.getByText('Of karrie')).toBeTruthy();
  act(() => startSession({ token: 'two', userId: 'adam' }));
  expect(screen.getByText('Of adam')).toBeTruthy();
});

it('a session that ends while a page loads leads to the sign-in page, and back after it', async () => {
  startSession({ token: 'one', userId: 'karrie' });
  const loader = () => {
    endSession('expired');
    return null;
  };
  const pages = { loader: signedInOnly, Component: GolferPages, HydrateFallback: () => null };
  showPages(
    [
      { ...pages, children: [{ path: '/account', loader, Component: Page }] },
      { path: '/signin', element: <p>Sign in</p> },
    ],
    '/account',
  );
  expect(await screen.findByText('Sign in')).toBeTruthy();
  expect(whyEnded()).toBe('expired');
  startSession({ token: 'two', userId: 'karrie' });
  expect(takeNext()).toBe('/account');
});
