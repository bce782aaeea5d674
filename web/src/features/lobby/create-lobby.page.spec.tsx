/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { startSession } from '../../api/call/session.js';
import { queryClient } from '../../api/call/query-client.js';
import { readStored, writeStored } from '../../api/call/stored.js';
import { lastPracticeQuery, matchQuery } from '../../api/match.js';
import { CURRENT } from '../../shared/testing/match.js';
import { openAs, showPages, type Answers } from '../../shared/testing/pages.js';
import { serve, type Answer, WRITTEN } from '../../shared/testing/server.js';
import { Component } from './create-lobby.page.js';
import { Component as Lobby, loader } from './host-lobby.page.js';
import { lobbyOf } from './testing/lobby.js';

const TEES = ['Championship', 'Standard'].map((tee) => ({ tee, name: null, colour: null }));
const RATED = TEES.map(({ tee }) => ({ tee, gender: 'MALE', ratingKind: `${tee} Tees`, rating: 113 }));
const course = (name: string) => ({
  id: name.toLowerCase(),
  name,
  clubName: `${name} Golf Club`,
  state: 'TAS',
  tees: TEES,
  slopeRatings: RATED,
});
const [FERNSIDE, HARROW] = [course('Fernside'), course('Harrow')];
const [TOM, IVAN] = ['Tom Tran', 'Ivan Doyle'].map((fullName) => ({
  id: fullName.toLowerCase(),
  fullName,
  avatar: null,
}));
const SAM = { id: 'sam', fullName: 'Sam Reid', gender: 'MALE', handicap: 9.1, homeCourse: null, markers: [TOM, IVAN] };
const played = (matchId: string, on: object, matchType: string) => ({
  matchId,
  course: on,
  marker: TOM,
  userRound: { matchType, withdrawn: false },
});
const past = (on: object, matchType: string, tee: string): Answer => ({
  match: { course: on, matchType, tee },
  rounds: [SAM, TOM].map((player) => ({ player })),
});

/** To Sam, who has played par at Harrow and before that stroke at Fernside. */
const ANSWERS: Answers = {
  'GET /api/auth/user': { user: SAM },
  'GET /api/match/current': { position: '1', current: null },
  'GET /api/match/last-practice': { position: '1', practice: null },
  'GET /api/courses': { courses: [FERNSIDE, HARROW] },
  'GET /api/courses/harrow': { course: HARROW },
  'GET /api/courses/fernside': { course: FERNSIDE },
  'GET /api/mothership/history': {
    position: '1',
    nextOffset: null,
    rounds: [played('second', HARROW, 'PAR'), played('first', FERNSIDE, 'STROKE')],
  },
  'GET /api/match/second': past(HARROW, 'PAR', 'Championship'),
  'GET /api/match/first': past(FERNSIDE, 'STROKE', 'Standard'),
  'POST /api/match/create': { ...WRITTEN, match: { id: 'new' } },
  'POST /api/match/ready': { ...WRITTEN, settings: {} },
  'POST /api/match/invite': { ...WRITTEN, invite: {} },
};

/** Opens the page as a golfer without rounds, on a phone that keeps its storage. Returns the field of the course. */
async function openOn(userId: string, homeCourse: object | null = null) {
  cleanup();
  startSession({ token: `of ${userId}`, userId });
  const answers: Answers = { ...ANSWERS, 'GET /api/auth/user': { user: { ...SAM, homeCourse } } };
  serve(({ call }) => (call.endsWith('/history') ? 'NOT_FOUND' : (answers[call] ?? 'COURSE_NOT_FOUND')));
  showPages([{ path: '/', Component }], '/');
  return screen.findByRole<HTMLInputElement>('combobox', { name: 'Course' });
}

it('forgets a remembered course that no longer exists', async () => {
  writeStored('course.sam', 'gone');
  const field = await openOn('sam');
  await waitFor(() => expect(readStored('course.sam')).toBeNull());
  expect(field.value).toBe('');
});

it('begins with the home course, otherwise with the course that this golfer chose last on this phone', async () => {
  localStorage.clear();
  const golfer = userEvent.setup({ delay: null });
  const field = await openOn('sam');
  expect(field.value).toBe('');
  await golfer.type(field, 'Fern');
  await golfer.click(await screen.findByRole('option', { name: /Fernside/ }));
  const again = await openOn('sam');
  await waitFor(() => expect(again.value).toBe('Fernside'));
  expect((await openOn('jo')).value).toBe('');
  const home = await openOn('sam', HARROW);
  await waitFor(() => expect(home.value).toBe('Harrow'));
});

/** Opens the page as Sam; `sent` are the commands. */
function open(address: string, overrides: Answers = {}) {
  const { router, golfer, calls, reply } = openAs('sam', [{ path: '/', Component }], address, {
    ...ANSWERS,
    ...overrides,
  });
  const sent = () => calls.flatMap(({ call, body }) => (call.startsWith('POST ') ? [[call, body]] : []));
  return { golfer, calls, reply, sent, now: () => router.state.location };
}

const chosen = (name: string) => screen.findByRole('radio', { name, checked: true });
const next = () => screen.getByRole('button', { name: 'Next step' });

it.each([
  ['a match round ignores', '/', 'Harrow', 'Championship'],
  ['a practice round begins with', '/?play-type=social', 'Harrow', 'Standard'],
  ['a practice round on another course ignores', '/?play-type=social', 'Fernside', 'Championship'],
])('%s the tee of the last practice round', async (_what, address, on, tee) => {
  const practice = { matchId: 'practised', course: on, day: '2026-11-20' };
  open(address, {
    'GET /api/match/last-practice': { position: '1', practice },
    'GET /api/match/practised': past(on === 'Harrow' ? HARROW : FERNSIDE, 'STABLEFORD', 'Standard'),
  });
  // Home has already read it.
  queryClient.setQueryData(lastPracticeQuery().queryKey, { status: 200, position: '1', practice });
  await chosen(tee);
});

it('begins like the last round on the course, and keeps what the golfer has chosen', async () => {
  const { golfer } = open('/');
  await chosen('Par');
  await chosen('Championship');
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Course' });
  expect(field.value).toBe('Harrow');
  expect(next().getAttribute('aria-disabled')).toBeNull();
  await golfer.clear(field);
  await golfer.type(field, 'Fern');
  await golfer.click(await screen.findByRole('option', { name: /Fernside/ }));
  await chosen('Stroke');
  await chosen('Standard');
  await golfer.click(screen.getByRole('radio', { name: 'Stableford' }));
  await golfer.click(screen.getByRole('radio', { name: 'Championship' }));
  await chosen('Stableford');
  await chosen('Championship');
});

it('limits the golfers chosen to the size of a group, and says what that is', async () => {
  const { golfer } = open('/', { 'GET /api/match/current': { position: '1', current: null, maxGroupSize: 2 } });
  await chosen('Championship');
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
  const region = within(screen.getByRole('group', { name: 'Invite now' })).getByRole('status');
  await golfer.click(box('Tom Tran'));
  expect([box('Tom Tran').disabled, box('Ivan Doyle').disabled]).toEqual([false, true]);
  expect(region.textContent).toBe('We allow a maximum of 2 players in each player group.');
  await golfer.click(box('Tom Tran'));
  await golfer.click(box('Ivan Doyle'));
  expect([box('Tom Tran').checked, box('Ivan Doyle').checked]).toEqual([false, true]);
});

it('opens the lobby even if a golfer could not be invited, and passes on the reason', async () => {
  const { golfer, now } = open('/', { 'POST /api/match/invite': 'INVITE_LIMIT' });
  await chosen('Championship');
  await golfer.click(screen.getByRole('checkbox', { name: 'Ivan Doyle' }));
  await golfer.click(next());
  await waitFor(() => expect(now().pathname).toBe('/lobby'));
  expect(now().state).toEqual({
    notInvited: [{ id: 'ivan doyle', why: expect.stringMatching(/^Ivan Doyle: ./) as string }],
  });
});

it('shows in the lobby, however late it loads, those invited, though the frame had read the match before', async () => {
  const invited: string[] = [];
  cleanup();
  startSession({ token: 't', userId: 'sam' });
  let load = (): void => undefined;
  const loaded = new Promise<void>((resolve) => (load = resolve));
  const calls = serve(async ({ call }) => {
    if (call === 'GET /api/match/new') return lobbyOf({ match: { id: 'new', host: SAM }, invited });
    // The socket announces the match at once, and the frame's link to it reads it.
    if (call === 'POST /api/match/ready') await queryClient.prefetchQuery(matchQuery('new'));
    if (call === 'POST /api/match/invite') invited.push('Ivan Doyle');
    return ANSWERS[call] ?? 'NOT_FOUND';
  });
  const router = showPages(
    [
      { path: '/', Component },
      { path: '/lobby', Component: Lobby, loader: (at) => loaded.then(() => loader(at)), HydrateFallback: () => null },
    ],
    '/',
  );
  const golfer = userEvent.setup({ delay: null });
  await chosen('Championship');
  await golfer.click(screen.getByRole('checkbox', { name: 'Ivan Doyle' }));
  await golfer.click(next());
  await waitFor(() => expect(router.state.navigation.state).toBe('loading'));
  await golfer.click(next());
  load();
  await waitFor(() => expect(router.state.location.pathname).toBe('/lobby'));
  expect(await screen.findByText('Invited')).toBeTruthy();
  expect(calls.filter(({ call }) => call === 'POST /api/match/create')).toHaveLength(1);
});

it('says that a round in progress has to be finished first, and sends nothing', async () => {
  const { sent, golfer } = open('/', { 'GET /api/match/current': { position: '1', current: CURRENT } });
  const resume = await screen.findByRole('link', { name: 'Resume Round' });
  expect(resume.getAttribute('href')).toBe('/score/4?id=m');
  await golfer.click(next());
  expect(sent()).toEqual([]);
});

it('sets up another round for a golfer who has left the one in progress and only marks in it', async () => {
  const { golfer, now } = open('/', {
    'GET /api/match/current': { position: '1', current: { ...CURRENT, isHost: false } },
    'GET /api/match/m': {
      match: { id: 'm', course: HARROW },
      rounds: [
        { player: SAM, marker: TOM, withdrawn: true },
        { player: TOM, marker: SAM, withdrawn: false },
      ],
    },
  });
  await chosen('Championship');
  await waitFor(() => expect(next().getAttribute('aria-disabled')).toBeNull());
  expect(screen.queryByRole('link', { name: 'Resume Round' })).toBeNull();
  await golfer.click(next());
  await waitFor(() => expect(now().pathname).toBe('/lobby'));
});

it('goes on with a set-up whose answer was lost, under its key, without asking to end it', async () => {
  const lost = () => new Response('', { status: 502 });
  const { calls, golfer, now, reply } = open('/', { 'POST /api/match/create': lost() });
  await chosen('Championship');
  await golfer.click(next());
  expect(await screen.findByRole('alert', {}, { timeout: 5_000 })).toBeTruthy();
  const created = { ...CURRENT, matchId: 'new', started: false, nextHole: null };
  reply({ ...ANSWERS, 'GET /api/match/current': { position: '1', current: created } });
  await golfer.click(next());
  await waitFor(() => expect(now().pathname).toBe('/lobby'));
  expect(new Set(calls.filter(({ call }) => call === 'POST /api/match/create').map(({ key }) => key)).size).toBe(1);
});

it('asks about the other set-up once, also if the answer to the new one was lost', async () => {
  const lost = () => new Response('', { status: 502 });
  const other = { ...CURRENT, started: false, nextHole: null };
  const { golfer, now, reply } = open('/', {
    'GET /api/match/current': { position: '1', current: other },
    'POST /api/match/create': lost(),
  });
  await chosen('Championship');
  await golfer.click(next());
  const ask = within(await screen.findByRole('alertdialog', { name: 'Your other set-up ends' }));
  await golfer.click(ask.getByRole('button', { name: 'Set up this round' }));
  expect(await screen.findByRole('alert', {}, { timeout: 5_000 })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  let arrives = (_answer: object): void => undefined;
  reply({ ...ANSWERS, 'POST /api/match/create': new Promise<object>((resolve) => (arrives = resolve)) });
  await golfer.click(next());
  await waitFor(() => expect(next().getAttribute('aria-busy')).toBe('true'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  arrives({ ...WRITTEN, match: { id: 'new' } });
  await waitFor(() => expect(now().pathname).toBe('/lobby'));
});

it('creates nothing, and says why, while it is unknown whether another set-up would end', async () => {
  const { sent, golfer } = open('/', { 'GET /api/match/current': 'FORBIDDEN' });
  await chosen('Championship');
  await golfer.click(next());
  expect((await screen.findByRole('alert')).textContent).toContain('You may not do this');
  expect(sent()).toEqual([]);
});
