/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { act, screen, waitFor } from '@testing-library/react';
import { jest } from '@jest/globals';
import { Outlet } from 'react-router-dom';
import { isConnected, onHint, startRealtime } from '../api/realtime/realtime.js';
import { endSession, startSession } from '../api/call/session.js';
import { forgetRound, rememberMatch, storedRound } from '../api/match.js';
import { Line } from '../api/testing/line.js';
import { LiveRegion } from '../ui/live-region.js';
import { FollowMatch } from './follow-match.js';
import { showPages } from '../shared/testing/pages.js';
import { serve } from '../shared/testing/server.js';

const NOTICE = 'Your round has started';
let stop = (): void => undefined;

function Frame() {
  return (
    <>
      <Outlet />
      <FollowMatch />
      <LiveRegion />
    </>
  );
}

async function open(at: string) {
  const pages = ['/', '/clubhouse', '/lobby', '/score/:hole'].map((path) => ({ path, element: <p>A page</p> }));
  const router = showPages([{ Component: Frame, children: pages }], at);
  stop = startRealtime();
  await waitFor(() => expect(isConnected()).toBe(true));
  rememberMatch('m');
  act(() => Line.latest?.emit('match_start', { matchId: 'm', revision: '9', position: '9' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/score/1'));
  return router;
}

const notice = () => document.querySelector('[data-kind="info"]')?.textContent ?? null;

beforeEach(() => {
  // The eight seconds of a notice pass only when a test moves the clock.
  jest.spyOn(Date, 'now').mockReturnValue(Date.now());
  serve(() => 'MATCH_NOT_FOUND');
  startSession({ token: 't', userId: 'karrie' });
});
afterEach(() => {
  act(() => {
    stop();
    forgetRound();
    endSession('signed-out');
  });
  jest.restoreAllMocks();
});

it('a start that leads away from a page announces a notice, which disappears after eight seconds for good', async () => {
  const router = await open('/clubhouse');
  await waitFor(() => expect(notice()).toBe(NOTICE));
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent?.trim())).toEqual([NOTICE]);
  await act(() => router.navigate('/clubhouse'));
  expect(notice()).toBeNull();
  await act(() => router.navigate('/score/1'));
  expect(notice()).toBeNull();
  const later = Date.now() + 8_000;
  jest.spyOn(Date, 'now').mockReturnValue(later);
  await act(() => router.navigate(-2));
  expect(router.state.location.pathname).toBe('/score/1');
  expect(notice()).toBeNull();
});

it.each(['/lobby?id=m', '/lobby/?id=m'])('a start needs no notice at %s', async (at) => {
  await open(at);
  expect(notice()).toBeNull();
});

it('a removed golfer goes home with a notice, other golfers stay', async () => {
  const router = await open('/clubhouse');
  await act(() => router.navigate('/lobby?id=m'));
  const hints: string[] = [];
  const stopHints = onHint((event) => hints.push(event));
  act(() => Line.latest?.emit('kicked', { matchId: 'm', userId: 'adam', revision: '10', position: '10' }));
  act(() => Line.latest?.emit('lobby_ended', { matchId: 'another', revision: '2', position: '11' }));
  await waitFor(() => expect(hints).toEqual(['kicked', 'lobby_ended']));
  expect(router.state.location.pathname).toBe('/lobby');
  expect(storedRound().matchId).toBe('m');
  act(() => Line.latest?.emit('kicked', { matchId: 'm', userId: 'karrie', revision: '11', position: '12' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  stopHints();
  expect(router.state.location.state).toEqual({ why: 'kicked' });
  expect(storedRound().matchId).toBeNull();
});

it('every golfer goes home when the set-up ends', async () => {
  const router = await open('/clubhouse');
  act(() => Line.latest?.emit('lobby_ended', { matchId: 'm', revision: '10', position: '10' }));
  await waitFor(() => expect(router.state.location.search).toBe('?lobby-ended=true'));
});
