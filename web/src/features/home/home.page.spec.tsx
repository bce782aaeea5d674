/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import type { CurrentMatch, PracticeRound } from '@fairmark/contract';
import { jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { unverifiedQuery } from '../../api/clubhouse.js';
import { queryClient } from '../../api/call/query-client.js';
import { startSession } from '../../api/call/session.js';
import { startRealtime } from '../../api/realtime/realtime.js';
import { rememberHole, rememberMatch } from '../../api/match.js';
import { Line } from '../../api/testing/line.js';
import { CURRENT } from '../../shared/testing/match.js';
import { onDesktop, showPages } from '../../shared/testing/pages.js';
import { serve, serveNothing, type Answer } from '../../shared/testing/server.js';
import { paths } from '../../shared/routing/paths.js';
import { aMatch, eighteen, type ExampleCard } from '../../outbox/testing/match.js';
import { Component } from './home.page.js';

interface Home {
  /** An error code if it cannot be read. */
  current?: CurrentMatch | 'GENERIC' | null;
  wide?: boolean;
  practice?: PracticeRound | null;
  /** Cards that wait for something. */
  unverified?: object[];
  /** My match rounds, the latest first. */
  history?: object[];
  /** Today's verified cards at Harrow, or an error code if they cannot be read. */
  today?: object[] | 'FORBIDDEN';
  /** The format that most of them were played in. */
  format?: string;
  competitions?: object[];
  /** The match in progress. */
  round?: object;
}

const HARROW = { id: 'harrow', name: 'Harrow', clubName: 'Harrow Golf Club', courseName: 'Harrow' };
const ME = { id: 'me', fullName: 'Sam Reid', handicapForShow: '9.1', homeCourse: HARROW, markers: [] };
const [TOM, IVAN] = [
  { id: 'tom', fullName: 'Tom Tran' },
  { id: 'ivan', fullName: 'Ivan Doyle' },
];
const ROUND = {
  verified: true,
  matchId: 'last',
  day: '2026-11-14',
  matchType: 'STABLEFORD',
  withdrawn: false,
  scoreTotals: { stableford: 34, par: -2, gross: 84, nett: 74, thru: 18 },
};
const LAST = { matchId: 'last', course: HARROW, player: ME, marker: TOM, userRound: ROUND };
const place = (rank: number, player: object, stableford: number, matchId = 'last') => ({
  rank,
  rankLabel: String(rank),
  player,
  userRound: { ...ROUND, matchId, scoreTotals: { ...ROUND.scoreTotals, stableford } },
});

function open(home: Home = {}) {
  const { current = null, wide = false, practice = null, unverified = [], history = [], today = [] } = home;
  const page = { position: '1', nextOffset: null };
  const competitions = home.competitions ?? [];
  const answers: Record<string, Answer> = {
    '/api/auth/user': { user: ME },
    '/api/match/current': current === 'GENERIC' ? current : { position: '1', current },
    '/api/match/m': home.round ?? 'MATCH_NOT_FOUND',
    '/api/match/last': { match: { id: 'last' }, rounds: [{ player: ME }, { player: TOM }, { player: IVAN }] },
    '/api/mothership/unverified-rounds': { ...page, rounds: unverified },
    '/api/mothership/history': { ...page, rounds: history },
    '/api/match/last-practice': { position: '1', practice },
    '/api/competitions': { ...page, competitions },
  };
  const calls = serve(({ path, query }) => {
    if (path !== '/api/mothership/daily-results') return answers[path] ?? 'MATCH_NOT_FOUND';
    if (today === 'FORBIDDEN') return today;
    const ofLast = [place(1, TOM, 38), place(2, ME, 34)];
    if (query.includes('day=2026-11-14')) return { ...page, day: '2026-11-14', rounds: ofLast };
    const asked = new URLSearchParams(query);
    const [from, limit] = [Number(asked.get('offset')), Number(asked.get('limit'))];
    const nextOffset = from + limit < today.length ? from + limit : null;
    return { ...page, day: '2026-11-21', format: home.format, rounds: today.slice(from, from + limit), nextOffset };
  });
  if (wide) onDesktop();
  queryClient.clear();
  localStorage.clear();
  startSession({ token: 't', userId: 'me' });
  // An address with a search does not resume a match by itself.
  showPages([{ path: '/', Component }], '/?from=test');
  return calls;
}

const links = (): (string | null)[] => screen.getAllByRole('link').map((link) => link.getAttribute('href'));
const link = (name: RegExp) => screen.findByRole('link', { name });

it('a phone offers a match round, a practice round that counts nowhere, results and competitions', async () => {
  open();
  await link(/^Match Round/);
  expect(screen.getByText('Just practice: nothing goes to Golf Australia or the Clubhouse.')).toBeTruthy();
  expect(links()).toEqual([
    '/create-lobby?play-type=competitive',
    '/create-lobby?play-type=social',
    '/clubhouse',
    '/clubhouse/competitions',
  ]);
});

it('the last match round can be played again with all its players', async () => {
  open({ history: [LAST] });
  const again = await link(/^Play again with Tom and Ivan.*Harrow/);
  expect(again.getAttribute('href')).toBe('/create-lobby?play-type=competitive&again=last');
  expect(links().slice(1, 3)).toEqual(['/create-lobby?play-type=competitive', '/create-lobby?play-type=social']);
});

it('a round in progress comes first, and the offer of another one says what prevents it', async () => {
  open({ current: CURRENT, history: [LAST] });
  expect((await link(/^Resume Round/)).getAttribute('href')).toBe('/score/4?id=m');
  expect(screen.getByRole('link', { name: /^Match Round When the round you are in is finished/ })).toBeTruthy();
  expect(screen.queryByRole('link', { name: /^Play again/ })).toBeNull();
});

it('a round that I have left and only mark in names the card with holes to enter, and prevents no other', async () => {
  const card: ExampleCard = { player: ME, marker: TOM, withdrawn: true };
  const tom: ExampleCard = { player: TOM, marker: ME, byMarker: eighteen(4) };
  const ivan: ExampleCard = { player: IVAN, marker: ME, byMarker: eighteen(4, { 7: null }) };
  open({ current: CURRENT, round: aMatch(ME, [card, tom, ivan], 'STROKE') });
  expect(await link(/^Resume Round Ivan's card: 1 hole to enter/)).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Match Round Stroke, stableford or par/ })).toBeTruthy();
});

it.each([
  [true, 'Your round settings', /^Match Round Ends your open set-up: asks first/],
  [false, 'Your player settings', /^Match Round You leave the one you joined: asks first/],
])('resumes the open lobby, and says what another round would do to it (host: %s)', async (isHost, words, name) => {
  open({ current: { ...CURRENT, isHost, started: false, nextHole: null }, round: aMatch(ME, [], 'STROKE') });
  const resume = await link(new RegExp(`^Resume Round ${words} · Saltbush Links`));
  // Without a total the arrow that all such cards have.
  expect(resume.querySelector('svg')).toBeTruthy();
  expect(await link(name)).toBeTruthy();
});

it('a round in progress is resumed at the hole that this phone remembers, also while it is not loaded', async () => {
  open({ current: CURRENT });
  rememberMatch('m');
  rememberHole(7);
  expect((await link(/^Resume Round Hole 7$/)).getAttribute('href')).toBe('/score/7');
});

const OWED = { matchId: 'owed', player: ME, waitingFor: 'me', nextHole: 10, course: 'Wattle Creek', day: '2026-11-20' };
const UNSIGNED = { ...OWED, matchId: 'unsigned', nextHole: null };

it.each([
  ['a round that is not finished is offered again', [{ ...OWED, player: TOM }, OWED], /^Finish your round.*Hole 10 at/],
  ['a card that I only mark is named', [{ ...OWED, player: TOM }], /^Finish Tom Tran's card.*Hole 10 at Wattle Creek/],
])('%s', async (_what, unverified, name) => {
  open({ unverified });
  expect((await link(name)).getAttribute('href')).toBe('/score/10?id=owed');
});

it('no round counts as unfinished while it is unknown which one is in progress', async () => {
  open({ current: 'GENERIC', unverified: [OWED], practice: null });
  await waitFor(() => expect(queryClient.getQueryState(unverifiedQuery().queryKey)?.status).toBe('success'));
  expect(screen.queryByRole('link', { name: /^Finish your round/ })).toBeNull();
});

it.each([
  ['a card that waits for my signature leads to it', [UNSIGNED], '/unsigned/scorecard'],
  ['several lead to their list', [UNSIGNED, { ...UNSIGNED, matchId: 'other' }], '/clubhouse/your-rounds-unsigned'],
])('%s', async (_what, unverified, to) => {
  open({ unverified });
  expect((await link(/^You have unsigned matches. Please verify them Wattle Creek[^·]*$/)).getAttribute('href')).toBe(
    to,
  );
});

it('of many cards to sign two are named and the others counted', async () => {
  open({ unverified: ['A', 'B', 'C', 'D'].map((course) => ({ ...UNSIGNED, matchId: course, course })) });
  expect(await link(/^You have unsigned matches.* A, [^·]* · B, [^·]* · 2 more$/)).toBeTruthy();
});

const RINGERS = {
  id: 'ringers',
  name: 'Spring Ringers',
  weeksPlayed: 3,
  duration: 6,
  isFinished: false,
  standing: { rank: '2' },
};

it.each([false, true])(
  'shows today’s leaders, my last result, my last practice round and my competitions (wide: %s)',
  async (wide) => {
    const today = [place(1, TOM, 40, 'a'), place(2, IVAN, 37, 'b'), place(3, ME, 35, 'c')];
    const practice = { matchId: 'p', course: 'Wattle Creek', day: '2026-11-20' };
    open({ wide, history: [LAST], today, competitions: [RINGERS], practice });
    expect((await link(/Wattle Creek Last practice round/)).getAttribute('href')).toBe('/p/scorecard');
    expect((await link(/^1 Tom Tran In the lead , 40 pts/)).getAttribute('href')).toBe(
      '/clubhouse/leaderboard?course=harrow',
    );
    expect(screen.getByRole('heading', { name: 'Today at Harrow' })).toBeTruthy();
    expect(screen.getByRole('link', { name: /^3 Sam Reid You, 3rd of 3 , 35 pts/ })).toBeTruthy();
    expect(screen.queryAllByRole('link', { name: /^2 Ivan Doyle/ })).toHaveLength(wide ? 1 : 0);
    expect((await link(/Harrow Stableford · 2nd of 2/)).getAttribute('href')).toBe('/last/scorecard');
    expect((await link(/^Spring Ringers Week 4 of 6 , 2nd/)).getAttribute('href')).toBe(
      '/clubhouse/competitions/ringers',
    );
  },
);

it('gives today’s results in the format that most cards were played in', async () => {
  const stroke = (rank: number, player: object, nett: number) => {
    const { userRound, ...row } = place(rank, player, 30, `m${rank}`);
    const scoreTotals = { ...userRound.scoreTotals, nett };
    return { ...row, userRound: { ...userRound, matchType: 'STROKE', scoreTotals } };
  };
  open({ today: [stroke(1, IVAN, 68), stroke(2, ME, 70), place(3, TOM, 40, 'a')], format: 'STROKE' });
  expect(await link(/^1 Ivan Doyle In the lead , 68 nett/)).toBeTruthy();
  expect(screen.getByRole('link', { name: /^2 Sam Reid You, 2nd of 3 , 70 nett/ })).toBeTruthy();
});

it('says that a last result without a marker cannot be verified, not that it is not verified yet', async () => {
  const unmarked = { ...ROUND, verified: false, cannotBeVerified: true };
  open({ history: [{ ...LAST, marker: null, userRound: unmarked }] });
  expect(await link(/Harrow Stableford · No marker: cannot be verified/)).toBeTruthy();
});

it('finds my place beyond the leaderboard’s first page in one call, and gives no total of cards', async () => {
  const today = Array.from({ length: 300 }, (_, index) =>
    place(index + 1, index === 120 ? ME : { id: `golfer ${index}`, fullName: 'Ivan Doyle' }, 40, `m${index}`),
  );
  const calls = open({ today });
  expect(await link(/^121 Sam Reid You, 121st\s, 40 pts/)).toBeTruthy();
  const asked = calls.filter(({ path }) => path === '/api/mothership/daily-results').map(({ query }) => query);
  expect(new Set(asked)).toEqual(new Set(['?course=harrow&limit=200&offset=0']));
});

it('names the day and greets by the time, when shown again and when left open over midnight', async () => {
  jest.useFakeTimers({ advanceTimers: true, now: new Date(2026, 10, 14, 22) });
  open();
  await link(/^Match Round/);
  expect(screen.getByRole('banner').textContent).toMatch(/^Saturday 14 NovemberGood evening, Sam/);
  jest.setSystemTime(new Date(2026, 10, 15, 7));
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(screen.getByRole('banner').textContent).toMatch(/^Sunday 15 NovemberGood morning, Sam/);
  jest.setSystemTime(new Date(2026, 10, 16));
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  expect(screen.getByRole('banner').textContent).toMatch(/^Monday 16 NovemberGood evening, Sam/);
  jest.useRealTimers();
});

it('a desktop says that rounds are played on a smartphone, and leads to the Clubhouse', async () => {
  open({ wide: true });
  expect(await screen.findByRole('heading', { name: 'Rounds are played on a smartphone' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to the Clubhouse' }).getAttribute('href')).toBe('/clubhouse');
  expect(await screen.findByText('Today at Harrow')).toBeTruthy();
  expect(screen.getByText('No verified rounds on this course today. Be the first!')).toBeTruthy();
  expect(screen.queryByRole('link', { name: /Practice Round/ })).toBeNull();
  // It hears of the first card.
  const stop = startRealtime();
  await waitFor(() => expect(Line.latest?.acknowledge('watch_course', { status: 200 })).toBe(true));
  stop();
});

it('a desktop says that results cannot be read, not that there are none', async () => {
  open({ wide: true, today: 'FORBIDDEN' });
  expect((await screen.findByRole('alert')).textContent).toContain('You may not do this');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.queryByText(/^No verified rounds/)).toBeNull();
});

it.each<[string, object, string, RegExp]>([
  ['that the host has removed me', { why: 'kicked' }, 'You are no longer in that round', /^The host has taken you out/],
  [
    'that I am no longer in a lobby, not that the host removed me',
    { why: 'gone' },
    'You are no longer in that round',
    /^You left the round set-up on another/,
  ],
  ['why a link to a card led here', { why: 'notFound' }, 'This round was not found', /^You are not one of its players/],
])('says %s, and no longer when the page is opened again', async (_what, state, title, words) => {
  serveNothing();
  const router = showPages([{ path: '/', Component }], { pathname: paths.home(), state });
  expect(await screen.findByText(title)).toBeTruthy();
  await waitFor(() => expect(router.state.location.state).toBeNull());
  expect(screen.getByText(title)).toBeTruthy();
  expect(screen.getByText(words)).toBeTruthy();
});

it('says the latest of two reasons, and none for a redirect of the router', async () => {
  serveNothing();
  const router = showPages([{ path: '/', Component }], { pathname: paths.home(), state: { why: 'notFound' } });
  expect(await screen.findByText('This round was not found')).toBeTruthy();
  await waitFor(() => expect(router.state.location.state).toBeNull());
  await act(() => router.navigate(paths.home(), { replace: true, state: { _isRedirect: true } }));
  expect(screen.getByText('This round was not found')).toBeTruthy();
  await act(() => router.navigate(paths.home(), { replace: true, state: { why: 'kicked' } }));
  expect(await screen.findByText('You are no longer in that round')).toBeTruthy();
  await waitFor(() => expect(router.state.location.state).toBeNull());
});
