/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { endSession, session, startSession } from '../api/call/session.js';
import { writeStored } from '../api/call/stored.js';
import { anonymousOnly, rememberNext, signedInOnly } from '../shared/routing/guards.js';
import { showPages } from '../shared/testing/pages.js';
import { SessionWatch } from './session-watch.js';

function show(at: string, account = <p>Account</p>) {
  const Frame = () => (
    <>
      <Outlet />
      <SessionWatch />
    </>
  );
  const routes = [
    {
      Component: Frame,
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
  return showPages(routes, at);
}

afterEach(() => {
  act(() => endSession('signed-out'));
  rememberNext('/');
});

it('a session that expired is taken up where it was, by signing in anywhere on this phone', async () => {
  startSession({ token: 'one', userId: 'karrie' });
  const router = show('/account');
  expect(await screen.findByText('Account')).toBeTruthy();
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
] as const)('a session that ended in another tab as %s leads on to %s', async (why, page) => {
  startSession({ token: 'one', userId: 'karrie' });
  const router = show('/account');
  expect(await screen.findByText('Account')).toBeTruthy();
  // A fresh copy of the module is what another tab has.
  jest.resetModules();
  const anotherTab = await import('../api/call/session.js');
  anotherTab.endSession(why);
  expect(session()).not.toBeNull();
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'fairmark.token' }));
  });
  expect(await screen.findByText('Sign in')).toBeTruthy();
  expect(router.state.location.state).toEqual({ expired: why === 'expired' });
  // A tab that was on another page asked for it later.
  writeStored('next', 'karrie /');
  act(() => startSession({ token: 'two', userId: 'karrie' }));
  await act(() => router.revalidate());
  expect(await screen.findByText(page)).toBeTruthy();
});

it.each([
  ['the golfer whose it was', 'karrie', 'Account'],
  ['another one, who starts afresh', 'adam', 'Home'],
])('a page that was left signed out leads on %s', async (_who, userId, page) => {
  startSession({ token: 'one', userId: 'karrie' });
  const router = show('/account');
  expect(await screen.findByText('Account')).toBeTruthy();
  act(() => endSession('expired'));
  expect(await screen.findByText('Sign in')).toBeTruthy();
  act(() => startSession({ token: 'two', userId }));
  await act(() => router.revalidate());
  expect(await screen.findByText(page)).toBeTruthy();
});

it('a page that the browser had put aside hears that a golfer signed in meanwhile', async () => {
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
