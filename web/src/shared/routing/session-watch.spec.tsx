/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import type { RouteObject } from 'react-router-dom';
import { endSession, session, startSession, whyEnded } from '../../api/call/session.js';
import { writeStored } from '../../api/call/stored.js';
import { anonymousOnly, GolferPages, rememberNext, signedInOnly, takeNext, watchSession } from './guards.js';
import { showPages } from '../testing/pages.js';

let stop = (): void => undefined;

/** Shows pages as the client does, which watches the session. */
function showWatched(routes: RouteObject[], at: string) {
  const router = showPages(routes, at);
  stop = watchSession(router);
  return router;
}

function show(at: string, account = <p>Account</p>) {
  const routes = [
    {
      HydrateFallback: () => null,
      children: [
        { loader: anonymousOnly, children: [{ path: '/signin', element: <p>Sign in</p> }] },
        {
          loader: signedInOnly,
          children: [
            { path: '/', element: <p>Home</p> },
            { path: '/account', element: account },
          ],
        },
      ],
    },
  ];
  return showWatched(routes, at);
}

/** Shows the account page to a signed-in golfer. */
async function showAccount() {
  startSession({ token: 'one', userId: 'karrie' });
  const router = show('/account');
  expect(await screen.findByText('Account')).toBeTruthy();
  return router;
}

afterEach(() => {
  stop();
  act(() => endSession('signed-out'));
  rememberNext('/');
});

it('an expired session resumes on its page after a sign-in in any tab of this phone', async () => {
  const router = await showAccount();
  act(() => endSession('expired'));
  expect(await screen.findByText('Sign in')).toBeTruthy();
  expect(router.state.location.state).toEqual({ expired: true });
  act(() => {
    writeStored('token', 'two');
    window.dispatchEvent(new StorageEvent('storage', { key: 'fairmark.token' }));
  });
  expect(await screen.findByText('Account')).toBeTruthy();
});

it('a session that ends as its page appears leads to the sign-in page', async () => {
  startSession({ token: 'one', userId: 'karrie' });
  const Refused = () => {
    useEffect(() => endSession('expired'), []);
    return null;
  };
  const router = show('/account', <Refused />);
  expect(await screen.findByText('Sign in')).toBeTruthy();
  expect(router.state.location.state).toEqual({ expired: true });
});

it.each([
  ['expired', 'Account'],
  ['signed-out', 'Home'],
] as const)('a session that ended in another tab as %s leads after the sign-in to %s', async (why, page) => {
  const router = await showAccount();
  // Another tab has a copy of the module of its own.
  jest.resetModules();
  const anotherTab = await import('../../api/call/session.js');
  anotherTab.endSession(why);
  expect(session()).not.toBeNull();
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'fairmark.token' }));
  });
  expect(await screen.findByText('Sign in')).toBeTruthy();
  expect(router.state.location.state).toEqual({ expired: why === 'expired' });
  // Later, a tab on another page stored its own address.
  writeStored('next', 'karrie /');
  act(() => startSession({ token: 'two', userId: 'karrie' }));
  await act(() => router.revalidate());
  expect(await screen.findByText(page)).toBeTruthy();
});

it('a page whose session ended leads another golfer home', async () => {
  const router = await showAccount();
  act(() => endSession('expired'));
  expect(await screen.findByText('Sign in')).toBeTruthy();
  act(() => startSession({ token: 'two', userId: 'adam' }));
  await act(() => router.revalidate());
  expect(await screen.findByText('Home')).toBeTruthy();
});

it('a page from the back-forward cache notices that a golfer has signed in', async () => {
  show('/signin');
  expect(await screen.findByText('Sign in')).toBeTruthy();
  writeStored('user', 'karrie');
  writeStored('token', 'three');
  act(() => {
    const event = new Event('pageshow');
    Object.assign(event, { persisted: true });
    window.dispatchEvent(event);
  });
  expect(await screen.findByText('Home')).toBeTruthy();
});

/** A page that keeps showing the golfer who opened it. */
function Page() {
  const [owner] = useState(() => session()?.userId);
  return <p>Of {owner}</p>;
}

const SIGN_IN = { path: '/signin', element: <p>Sign in</p> };

it('a page starts afresh for another golfer, but not when the session ends', () => {
  startSession({ token: 'one', userId: 'karrie' });
  showPages([{ Component: GolferPages, children: [{ path: '/', Component: Page }] }, SIGN_IN], '/');
  expect(screen.getByText('Of karrie')).toBeTruthy();
  act(() => endSession('expired'));
  expect(screen.getByText('Of karrie')).toBeTruthy();
  act(() => startSession({ token: 'two', userId: 'adam' }));
  expect(screen.getByText('Of adam')).toBeTruthy();
});

it('a session that ends while a page loads leads to the sign-in page, and back after it', async () => {
  startSession({ token: 'one', userId: 'karrie' });
  const loader = async () => {
    await Promise.resolve();
    endSession('expired');
    return null;
  };
  const pages = { loader: signedInOnly, Component: GolferPages, HydrateFallback: () => null };
  showWatched([{ ...pages, children: [{ path: '/account', loader, Component: Page }] }, SIGN_IN], '/account');
  expect(await screen.findByText('Sign in')).toBeTruthy();
  expect(whyEnded()).toBe('expired');
  startSession({ token: 'two', userId: 'karrie' });
  expect(takeNext()).toBe('/account');
});
