/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import type { CurrentMatch, PracticeRound } from '@fairmark/contract';
import { screen, waitFor } from '@testing-library/react';
import { unverifiedQuery } from '../../api/clubhouse.js';
import { queryClient } from '../../api/call/query-client.js';
import { startSession } from '../../api/call/session.js';
import { showPages } from '../../shared/testing/pages.js';
import { serve, serveNothing, type Said } from '../../shared/testing/server.js';
import { paths } from '../../shared/paths.js';
import { Component } from './home.page.js';

const CURRENT: CurrentMatch = { matchId: 'm', isHost: true, started: true, playType: 'SOCIAL', nextHole: 4 };
const phone = window.matchMedia;

afterEach(() => {
  window.matchMedia = phone;
});

interface Home {
  /** A code: it cannot be read. */
  current?: CurrentMatch | 'GENERIC' | null;
  wide?: boolean;
  practice?: PracticeRound | null;
  /** Cards that wait for something. */
  unverified?: object[];
}

/** Home of a golfer with this match in progress. `wide`: a window of 1024 px and more. */
function open({ current = null, wide = false, practice = null, unverified = [] }: Home = {}): void {
  const answers: Record<string, Said> = {
    '/api/auth/user': { user: { id: 'me', fullName: 'Sam Reid', handicapForShow: '9.1' } },
    '/api/match/current': current === 'GENERIC' ? current : { position: '1', current },
    '/api/mothership/unverified-rounds': { position: '1', nextOffset: null, rounds: unverified },
    '/api/match/last-practice': { position: '1', practice },
  };
  serve(({ path }) => answers[path] ?? 'MATCH_NOT_FOUND');
  window.matchMedia = (media) => Object.assign(phone(media), { matches: wide && media === '(min-width: 1024px)' });
  queryClient.clear();
  localStorage.clear();
  startSession({ token: 't', userId: 'me' });
  // Come to by a search, so that nothing is resumed by itself.
  showPages([{ path: '/', Component }], '/?from=test');
}

const links = (): (string | null)[] => screen.getAllByRole('link').map((link) => link.getAttribute('href'));

it('a phone offers a match round, a practice round that is posted nowhere, results and competitions', async () => {
  open();
  expect(await screen.findByRole('link', { name: /^Match Round/ })).toBeTruthy();
  expect(screen.getByText('Nothing is posted to Golf Australia.')).toBeTruthy();
  expect(links()).toEqual([
    '/create-lobby?play-type=competitive',
    '/create-lobby?play-type=social',
    '/clubhouse',
    '/clubhouse/competitions',
  ]);
});

it('a round in progress is resumed instead of setting up another match round', async () => {
  open({ current: CURRENT });
  const resume = await screen.findByRole('link', { name: /^Resume Round/ });
  expect(resume.getAttribute('href')).toBe('/score/4?id=m');
  expect(screen.queryByRole('link', { name: /^Match Round/ })).toBeNull();
});

it.each([false, true])('the card of the last practice round is found again (wide: %s)', async (wide) => {
  open({ wide, practice: { matchId: 'p', course: 'Wattle Creek', day: '2026-11-20' } });
  const link = await screen.findByRole('link', { name: /^Last practice round.*Wattle Creek, Fri, 20 Nov 2026/ });
  expect(link.getAttribute('href')).toBe('/p/scorecard');
});

const OWED = { matchId: 'owed', nextHole: 10, course: 'Wattle Creek', day: '2026-11-20' };

it('a round that is not finished is found again', async () => {
  open({ unverified: [OWED] });
  const link = await screen.findByRole('link', { name: /^Finish your round.*Hole 10 at Wattle Creek/ });
  expect(link.getAttribute('href')).toBe('/score/10?id=owed');
});

it('no round counts as unfinished before it is known which one is played', async () => {
  open({ current: 'GENERIC', unverified: [OWED], practice: null });
  await waitFor(() => expect(queryClient.getQueryState(unverifiedQuery().queryKey)?.status).toBe('success'));
  expect(screen.queryByRole('link', { name: /^Finish your round/ })).toBeNull();
});

it('a practice round in progress is resumed, not found again', async () => {
  open({ current: CURRENT, practice: { matchId: CURRENT.matchId, course: 'Wattle Creek', day: '2026-11-20' } });
  await screen.findByRole('link', { name: /^Resume Round/ });
  expect(screen.queryByRole('link', { name: /^Last practice round/ })).toBeNull();
});

it('a desktop says that rounds are played on a smartphone, and leads to the Clubhouse', async () => {
  open({ wide: true });
  expect(await screen.findByRole('heading', { name: 'Rounds are played on a smartphone' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to the Clubhouse' }).getAttribute('href')).toBe('/clubhouse');
  expect(screen.queryByRole('link', { name: /Practice Round/ })).toBeNull();
});

it('says once that the host has removed me: the page that is come back to does not know of it any more', async () => {
  serveNothing();
  const router = showPages([{ path: '/', Component }], { pathname: paths.home(), state: { kicked: true } });
  expect(await screen.findByText('You are no longer in that round')).toBeTruthy();
  await waitFor(() => expect(router.state.location.state).toBeNull());
  expect(screen.getByText('You are no longer in that round')).toBeTruthy();
});
