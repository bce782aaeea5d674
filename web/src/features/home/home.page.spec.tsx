/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import type { CurrentMatch } from '@fairmark/contract';
import { jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { unverifiedQuery } from '../../api/clubhouse.js';
import { queryClient } from '../../api/call/query-client.js';
import { startRealtime } from '../../api/realtime/realtime.js';
import { rememberHole, rememberMatch } from '../../api/match.js';
import { Line } from '../../api/testing/line.js';
import { leads, sees } from '../../shared/testing/hands.js';
import { CURRENT, inMatch } from '../../shared/testing/match.js';
import { onDesktop, openAs, type Answers } from '../../shared/testing/pages.js';
import { serveNothing, type Call } from '../../shared/testing/server.js';
import { aMatch, eighteen, type ExampleCard } from '../../outbox/testing/match.js';
import { Component } from './home.page.js';

afterEach(() => jest.useRealTimers());

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
/** My last match round. */
const LAST = { matchId: 'last', course: HARROW, player: ME, marker: TOM, userRound: ROUND };
const place = (rank: number, player: object, result: object, about: object = {}) => ({
  rank,
  rankLabel: String(rank),
  player,
  userRound: { ...ROUND, matchId: `m${rank}`, ...about, scoreTotals: { ...ROUND.scoreTotals, ...result } },
});

const RESULTS = 'GET /api/mothership/daily-results';
const HISTORY = 'GET /api/mothership/history';
const UNVERIFIED = 'GET /api/mothership/unverified-rounds';
const list = (rounds: readonly object[]) => ({ position: '1', nextOffset: null, rounds });

/** Today's verified cards at Harrow, and those of the day of my last round. */
const today = (rounds: readonly object[], format?: string) => ({
  [RESULTS]: ({ query }: Call) => {
    const asked = new URLSearchParams(query);
    if (asked.get('day') === LAST.userRound.day) {
      const ofLast = [place(1, TOM, { stableford: 38 }), place(2, ME, {}, { matchId: 'last' })];
      return { ...list(ofLast), day: '2026-11-14' };
    }
    const end = Number(asked.get('offset')) + Number(asked.get('limit'));
    const nextOffset = end < rounds.length ? end : null;
    return { ...list(rounds.slice(Number(asked.get('offset')), end)), day: '2026-11-21', format, nextOffset };
  },
});

/** Opens the page of Sam, who has no match, card or competition. */
function open(more: Answers = {}) {
  // An address with a search does not resume a match by itself.
  return openAs('me', [{ path: '/', Component }], '/?from=test', {
    ...inMatch(null),
    ...today([]),
    'GET /api/auth/user': { user: ME },
    'GET /api/match/last': { match: { id: 'last' }, rounds: [{ player: ME }, { player: TOM }, { player: IVAN }] },
    'GET /api/match/last-practice': { position: '1', practice: null },
    'GET /api/competitions': { position: '1', nextOffset: null, competitions: [] },
    [UNVERIFIED]: list([]),
    [HISTORY]: list([]),
    ...more,
  });
}

const links = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));
const link = (name: RegExp) => screen.findByRole('link', { name });
const hasNoLink = (name: RegExp) => expect(screen.queryByRole('link', { name })).toBeNull();

it('a phone offers a match round, a practice round that counts nowhere, results and competitions', async () => {
  open();
  await sees('Just practice: nothing goes to Golf Australia or the Clubhouse.');
  expect(links()).toEqual([
    '/create-lobby?play-type=competitive',
    '/create-lobby?play-type=social',
    '/clubhouse',
    '/clubhouse/competitions',
  ]);
});

it('the last match round can be played again with all its players', async () => {
  open({ [HISTORY]: list([LAST]) });
  await leads(/^Play again with Tom and Ivan.*Harrow/, '/create-lobby?play-type=competitive&again=last');
  expect(links().slice(1, 3)).toEqual(['/create-lobby?play-type=competitive', '/create-lobby?play-type=social']);
});

it('a round in progress comes first, and the offer of another one says what prevents it', async () => {
  open({ ...inMatch(CURRENT), [HISTORY]: list([LAST]) });
  await leads(/^Resume Round/, '/score/4?id=m');
  expect(await link(/^Match Round When the round you are in is finished/)).toBeTruthy();
  hasNoLink(/^Play again/);
});

it('a round that I have left and only mark in names the card with holes to enter, and prevents no other', async () => {
  const card: ExampleCard = { player: ME, marker: TOM, withdrawn: true };
  const tom: ExampleCard = { player: TOM, marker: ME, byMarker: eighteen(4) };
  const ivan: ExampleCard = { player: IVAN, marker: ME, byMarker: eighteen(4, { 7: null }) };
  open({ ...inMatch(CURRENT), 'GET /api/match/m': aMatch(ME, [card, tom, ivan], 'STROKE') });
  expect(await link(/^Resume Round Ivan's card: 1 hole to enter/)).toBeTruthy();
  expect(await link(/^Match Round Stroke, stableford or par/)).toBeTruthy();
});

it.each([
  [true, 'Your round settings', /^Match Round Ends your open set-up: asks first/],
  [false, 'Your player settings', /^Match Round You leave the one you joined: asks first/],
])('resumes the open lobby, and says what another round would do to it (host: %s)', async (isHost, words, name) => {
  const lobby: CurrentMatch = { ...CURRENT, isHost, started: false, nextHole: null };
  open({ ...inMatch(lobby), 'GET /api/match/m': aMatch(ME, [], 'STROKE') });
  const resume = await link(new RegExp(`^Resume Round ${words} · Saltbush Links`));
  // Without a total the arrow that all such cards have.
  expect(resume.querySelector('svg')).toBeTruthy();
  expect(await link(name)).toBeTruthy();
});

it('a round in progress is resumed at the hole that this phone remembers, also while it is not loaded', async () => {
  open(inMatch(CURRENT));
  rememberMatch('m');
  rememberHole(7);
  await leads(/^Resume Round Hole 7$/, '/score/7');
});

const OWED = { matchId: 'owed', player: ME, waitingFor: 'me', nextHole: 10, course: 'Wattle Creek', day: '2026-11-20' };
const OF_TOM = { ...OWED, player: TOM };
const UNSIGNED = { ...OWED, matchId: 'unsigned', nextHole: null };
const OTHER = { ...UNSIGNED, matchId: 'other' };
const TO_SIGN = /^You have unsigned matches. Please verify them Wattle Creek[^·]*$/;

it.each([
  [
    'a round that is not finished is offered again',
    [OF_TOM, OWED],
    /^Finish your round.*Hole 10 at/,
    '/score/10?id=owed',
  ],
  ['a card that I only mark is named', [OF_TOM], /^Finish Tom Tran's card.*Hole 10 at Wattle/, '/score/10?id=owed'],
  ['a card that waits for my signature leads to it', [UNSIGNED], TO_SIGN, '/unsigned/scorecard'],
  ['several lead to their list', [UNSIGNED, OTHER], TO_SIGN, '/clubhouse/your-rounds-unsigned'],
])('%s', async (_what, unverified, name, to) => {
  open({ [UNVERIFIED]: list(unverified) });
  await leads(name, to);
});

it('no round counts as unfinished while it is unknown which one is in progress', async () => {
  open({ 'GET /api/match/current': 'GENERIC', [UNVERIFIED]: list([OWED]) });
  await waitFor(() => expect(queryClient.getQueryState(unverifiedQuery().queryKey)?.status).toBe('success'));
  hasNoLink(/^Finish your round/);
});

it('of many cards to sign two are named and the others counted', async () => {
  open({ [UNVERIFIED]: list(['A', 'B', 'C', 'D'].map((course) => ({ ...UNSIGNED, matchId: course, course }))) });
  expect(await link(/^You have unsigned matches.* A, [^·]* · B, [^·]* · 2 more$/)).toBeTruthy();
});

it.each([false, true])(
  'shows today’s leaders, my last result, my last practice round and my competitions (wide: %s)',
  async (wide) => {
    if (wide) onDesktop();
    const about = { weeksPlayed: 3, duration: 6, isFinished: false, standing: { rank: '2' } };
    const competitions = [{ id: 'ringers', name: 'Spring Ringers', ...about }];
    const points = [40, 37, 35].map((stableford) => ({ stableford }));
    const leaders = [TOM, IVAN, ME].map((player, index) => place(index + 1, player, points[index]!));
    const practice = { matchId: 'p', course: 'Wattle Creek', day: '2026-11-20' };
    open({
      ...today(leaders),
      [HISTORY]: list([LAST]),
      'GET /api/match/last-practice': { position: '1', practice },
      'GET /api/competitions': { position: '1', nextOffset: null, competitions },
    });
    await leads(/Wattle Creek Last practice round/, '/p/scorecard');
    await leads(/^1 Tom Tran In the lead , 40 pts/, '/clubhouse/leaderboard?course=harrow');
    expect(screen.getByRole('heading', { name: 'Today at Harrow' })).toBeTruthy();
    expect(await link(/^3 Sam Reid You, 3rd of 3 , 35 pts/)).toBeTruthy();
    expect(screen.queryAllByRole('link', { name: /^2 Ivan Doyle/ })).toHaveLength(wide ? 1 : 0);
    await leads(/Harrow Stableford · 2nd of 2/, '/last/scorecard');
    await leads(/^Spring Ringers Week 4 of 6 , 2nd/, '/clubhouse/competitions/ringers');
  },
);

it('gives today’s results in the format that most cards were played in', async () => {
  const stroke = (rank: number, player: object, nett: number) => place(rank, player, { nett }, { matchType: 'STROKE' });
  open(today([stroke(1, IVAN, 68), stroke(2, ME, 70), place(3, TOM, { stableford: 40 })], 'STROKE'));
  expect(await link(/^1 Ivan Doyle In the lead , 68 nett/)).toBeTruthy();
  expect(await link(/^2 Sam Reid You, 2nd of 3 , 70 nett/)).toBeTruthy();
});

it('says that a last result without a marker cannot be verified, not that it is not verified yet', async () => {
  const unmarked = { ...ROUND, verified: false, cannotBeVerified: true };
  open({ [HISTORY]: list([{ ...LAST, marker: null, userRound: unmarked }]) });
  expect(await link(/Harrow Stableford · No marker: cannot be verified/)).toBeTruthy();
});

it('finds my place beyond the leaderboard’s first page in one call, and gives no total of cards', async () => {
  const rounds = Array.from({ length: 300 }, (_, index) =>
    place(index + 1, index === 120 ? ME : { id: `golfer ${index}`, fullName: 'Ivan Doyle' }, { stableford: 40 }),
  );
  const { sent } = open(today(rounds));
  expect(await link(/^121 Sam Reid You, 121st\s, 40 pts/)).toBeTruthy();
  const asked = sent(RESULTS).map(({ query }) => query);
  expect(new Set(asked)).toEqual(new Set(['?course=harrow&limit=200&offset=0']));
});

it('names the day and greets by the time, when shown again and when left open over midnight', async () => {
  jest.useFakeTimers({ advanceTimers: true, now: new Date(2026, 10, 14, 22) });
  open();
  await link(/^Match Round/);
  const greeting = () => screen.getByRole('banner').textContent;
  expect(greeting()).toMatch(/^Saturday 14 NovemberGood evening, Sam/);
  jest.setSystemTime(new Date(2026, 10, 15, 7));
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(greeting()).toMatch(/^Sunday 15 NovemberGood morning, Sam/);
  jest.setSystemTime(new Date(2026, 10, 16));
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  expect(greeting()).toMatch(/^Monday 16 NovemberGood evening, Sam/);
});

describe('a desktop', () => {
  beforeEach(() => onDesktop());

  it('says that rounds are played on a smartphone, and leads to the Clubhouse', async () => {
    open();
    expect(await screen.findByRole('heading', { name: 'Rounds are played on a smartphone' })).toBeTruthy();
    await leads('Go to the Clubhouse', '/clubhouse');
    await sees('Today at Harrow', 'No verified rounds on this course today. Be the first!');
    hasNoLink(/Practice Round/);
    // It hears of the first card.
    const stop = startRealtime();
    await waitFor(() => expect(Line.latest?.acknowledge('watch_course', { status: 200 })).toBe(true));
    stop();
  });

  it('says that results cannot be read, not that there are none', async () => {
    open({ [RESULTS]: 'FORBIDDEN' });
    expect((await screen.findByRole('alert')).textContent).toContain('You may not do this');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(screen.queryByText(/^No verified rounds/)).toBeNull();
  });
});

describe('a golfer who was led here', () => {
  /** Opens the page with the reason, which is in the address until it is shown. */
  async function openBecause(why: string, title: string) {
    serveNothing();
    const { router } = openAs('me', [{ path: '/', Component }], { pathname: '/', state: { why } });
    await sees(title);
    await waitFor(() => expect(router.state.location.state).toBeNull());
    return router;
  }

  const LEFT = 'You are no longer in that round';
  const NOT_FOUND = 'This round was not found';
  it.each([
    ['that the host has removed me', 'kicked', LEFT, /^The host has taken you out/],
    [
      'that I am no longer in a lobby, not that the host removed me',
      'gone',
      LEFT,
      /^You left the round set-up on another/,
    ],
    ['why a link to a card led here', 'notFound', NOT_FOUND, /^You are not one of its players/],
  ])('sees %s, and no longer when the page is opened again', async (_what, why, title, words) => {
    await openBecause(why, title);
    expect(screen.getByText(title)).toBeTruthy();
    expect(screen.getByText(words)).toBeTruthy();
  });

  it('sees the latest of two reasons, and none for a redirect of the router', async () => {
    const router = await openBecause('notFound', NOT_FOUND);
    await act(() => router.navigate('/', { replace: true, state: { _isRedirect: true } }));
    expect(screen.getByText(NOT_FOUND)).toBeTruthy();
    await act(() => router.navigate('/', { replace: true, state: { why: 'kicked' } }));
    await sees(LEFT);
    await waitFor(() => expect(router.state.location.state).toBeNull());
  });
});
