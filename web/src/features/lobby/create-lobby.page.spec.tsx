/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { ERRORS } from '@fairmark/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { RouteObject } from 'react-router-dom';
import { startSession } from '../../api/call/session.js';
import { queryClient } from '../../api/call/query-client.js';
import { readStored, writeStored } from '../../api/call/stored.js';
import { lastPracticeQuery, matchQuery } from '../../api/match.js';
import { golfer, leads, presses, question, sees, seesNoDialog } from '../../shared/testing/hands.js';
import { CURRENT, inMatch } from '../../shared/testing/match.js';
import { openAs, type Answers } from '../../shared/testing/pages.js';
import { lost, WRITTEN } from '../../shared/testing/server.js';
import { Component } from './create-lobby.page.js';
import { Component as Lobby, loader } from './host-lobby.page.js';
import { person, lobbyOf } from './testing/lobby.js';

const TEES = ['Championship', 'Standard'];
const course = (name: string) => ({
  id: name.toLowerCase(),
  name,
  clubName: `${name} Golf Club`,
  state: 'TAS',
  tees: TEES.map((tee) => ({ tee, name: null, colour: null })),
  slopeRatings: TEES.map((tee) => ({ tee, gender: 'MALE', ratingKind: `${tee} Tees`, rating: 113 })),
});
const [FERNSIDE, HARROW] = [course('Fernside'), course('Harrow')];
const [TOM, IVAN] = [person('Tom Tran'), person('Ivan Doyle')];
const SAM = { ...person('Sam Reid'), id: 'sam', gender: 'MALE', markers: [TOM, IVAN] };
const played = (on: object, matchType: string, tee: string) => ({ match: { course: on, matchType, tee } });

const NEW = 'GET /api/match/new';
const CREATE = 'POST /api/match/create';
const CREATED = { ...WRITTEN, match: { id: 'new' } };

const LOBBY: RouteObject = { path: '/lobby', Component: Lobby, loader, HydrateFallback: () => null };

/** Opens the page as Sam, who has played par at Harrow and before that stroke at Fernside. */
function open(address: string, more: Answers = {}, ...others: RouteObject[]) {
  const page = openAs('sam', [{ path: '/', Component }, ...others], address, {
    ...inMatch(null),
    'GET /api/auth/user': { user: SAM },
    'GET /api/match/last-practice': { position: '1', practice: null },
    'GET /api/courses': { courses: [FERNSIDE, HARROW] },
    'GET /api/courses/gone': 'COURSE_NOT_FOUND',
    'GET /api/courses/harrow': { course: HARROW },
    'GET /api/courses/fernside': { course: FERNSIDE },
    'GET /api/mothership/history': {
      position: '1',
      nextOffset: null,
      rounds: [
        { matchId: 'second', course: HARROW, userRound: { matchType: 'PAR' } },
        { matchId: 'first', course: FERNSIDE, userRound: { matchType: 'STROKE' } },
      ],
    },
    'GET /api/match/second': played(HARROW, 'PAR', 'Championship'),
    'GET /api/match/first': played(FERNSIDE, 'STROKE', 'Standard'),
    [NEW]: lobbyOf({ match: { id: 'new', host: SAM } }),
    [CREATE]: CREATED,
    'POST /api/match/ready': { ...WRITTEN, settings: {} },
    'POST /api/match/invite': { ...WRITTEN, invite: {} },
    ...more,
  });
  return {
    ...page,
    commands: () => page.calls.filter(({ call }) => call.startsWith('POST ')),
    isInLobby: () => waitFor(() => expect(page.at()).toBe('/lobby?id=new')),
  };
}

const courseField = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Course' });
async function picksFernside(): Promise<void> {
  await golfer.clear(courseField());
  await golfer.type(courseField(), 'Fern');
  await golfer.click(await screen.findByRole('option', { name: /Fernside/ }));
}
const chosen = (name: string) => screen.findByRole('radio', { name, checked: true });
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const next = () => screen.getByRole('button', { name: 'Next step' });

describe('the course of a golfer without rounds', () => {
  const HISTORY = { 'GET /api/mothership/history': 'NOT_FOUND' } as const;

  it('is stored on the phone once it is chosen', async () => {
    open('/', HISTORY);
    await picksFernside();
    expect(readStored('course.sam')).toBe('fernside');
  });

  it.each<[string, string, object | null, string, string]>([
    ['the home course', 'sam', HARROW, 'fernside', 'Harrow'],
    ['the last choice of this golfer on this phone, without a home course', 'sam', null, 'fernside', 'Fernside'],
    ['none that another golfer chose', 'jo', null, 'fernside', ''],
    ['none that no longer exists', 'sam', null, 'gone', ''],
  ])('is at first %s', async (_what, userId, homeCourse, stored, name) => {
    const { go, sent } = open('/elsewhere', { ...HISTORY, 'GET /api/auth/user': { user: { ...SAM, homeCourse } } });
    writeStored('course.sam', stored);
    startSession({ token: `of ${userId}`, userId });
    await act(() => go('/'));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    await waitFor(() => expect(courseField().value).toBe(name));
    await waitFor(() => expect(readStored('course.sam')).toBe(stored === 'gone' ? null : stored));
    expect(courseField().value).toBe(name);
    expect(sent('GET /api/courses/fernside')).toHaveLength(name === 'Fernside' ? 1 : 0);
  });
});

it.each([
  ['a match round ignores', '/', HARROW, 'Championship'],
  ['a practice round begins with', '/?play-type=social', HARROW, 'Standard'],
  ['a practice round on another course ignores', '/?play-type=social', FERNSIDE, 'Championship'],
])('%s the tee of the last practice round', async (_what, address, on, tee) => {
  const practice = { matchId: 'practised', course: on.name, day: '2026-11-20' };
  open(address, {
    'GET /api/match/last-practice': { position: '1', practice },
    'GET /api/match/practised': played(on, 'STABLEFORD', 'Standard'),
  });
  // Home has already read it.
  queryClient.setQueryData(lastPracticeQuery().queryKey, { status: 200, position: '1', practice });
  await chosen(tee);
});

it('begins like the last round on the course, and keeps what the golfer has chosen', async () => {
  open('/');
  await chosen('Par');
  await chosen('Championship');
  expect(courseField().value).toBe('Harrow');
  expect(next().getAttribute('aria-disabled')).toBeNull();
  await picksFernside();
  await chosen('Stroke');
  await chosen('Standard');
  for (const name of ['Stableford', 'Championship']) await golfer.click(screen.getByRole('radio', { name }));
  await chosen('Stableford');
  await chosen('Championship');
});

it('limits the golfers chosen to the size of a group, and says what that is', async () => {
  open('/', { 'GET /api/match/current': { position: '1', current: null, maxGroupSize: 2 } });
  await chosen('Championship');
  const region = within(screen.getByRole('group', { name: 'Invite now' })).getByRole('status');
  await golfer.click(box('Tom Tran'));
  expect([box('Tom Tran').disabled, box('Ivan Doyle').disabled]).toEqual([false, true]);
  expect(region.textContent).toBe('We allow a maximum of 2 players in each player group.');
  await golfer.click(box('Tom Tran'));
  await golfer.click(box('Ivan Doyle'));
  expect([box('Tom Tran').checked, box('Ivan Doyle').checked]).toEqual([false, true]);
});

it('names in the lobby those who could not be invited, until they are, even if they decline', async () => {
  const { becomes, isInLobby } = open('/', { 'POST /api/match/invite': 'INVITE_LIMIT' }, LOBBY);
  await chosen('Championship');
  await golfer.click(box('Ivan Doyle'));
  await golfer.click(box('Tom Tran'));
  await golfer.click(next());
  await isInLobby();
  const why = ERRORS.INVITE_LIMIT.message;
  const missed = async () => (await screen.findByRole('alert')).textContent;
  expect(await missed()).toMatch(`invitedIvan Doyle: ${why}Tom Tran: ${why}`);
  for (const invited of [['Ivan Doyle'], []]) {
    await becomes({ [NEW]: lobbyOf({ match: { id: 'new', host: SAM }, invited }) });
    await sees(`${invited.length + 1} of 3`);
    expect(await missed()).toMatch(`invitedTom Tran: ${why}`);
  }
});

it('shows in the lobby, however late it loads, those invited, though the frame had read the match before', async () => {
  const invited: string[] = [];
  let load = (): void => undefined;
  const loaded = new Promise<void>((resolve) => (load = resolve));
  const answers: Answers = {
    [NEW]: () => lobbyOf({ match: { id: 'new', host: SAM }, invited }),
    // The socket announces the match at once, and the frame's link to it reads it.
    'POST /api/match/ready': async () => {
      await queryClient.prefetchQuery(matchQuery('new'));
      return { ...WRITTEN, settings: {} };
    },
    'POST /api/match/invite': () => {
      invited.push('Ivan Doyle');
      return { ...WRITTEN, invite: {} };
    },
  };
  const lateLobby: RouteObject = { ...LOBBY, loader: (at) => loaded.then(() => loader(at)) };
  const { isInLobby, router, sent } = open('/', answers, lateLobby);
  await chosen('Championship');
  await golfer.click(box('Ivan Doyle'));
  await golfer.click(next());
  await waitFor(() => expect(router.state.navigation.state).toBe('loading'));
  await golfer.click(next());
  load();
  await isInLobby();
  await sees('Invited');
  expect(sent(CREATE)).toHaveLength(1);
});

it('says that a round in progress has to be finished first, and sends nothing', async () => {
  const { commands } = open('/', inMatch(CURRENT));
  await leads('Resume Round', '/score/4?id=m');
  await golfer.click(next());
  expect(commands()).toEqual([]);
});

it('sets up another round for a golfer who has left the one in progress and only marks in it', async () => {
  const { isInLobby } = open('/', {
    ...inMatch({ ...CURRENT, isHost: false }),
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
  await isInLobby();
});

describe('when the answer to the new set-up was lost', () => {
  const isLost = () => screen.findByRole('alert', {}, { timeout: 5_000 });
  const other = { ...CURRENT, started: false, nextHole: null };

  it('goes on with it under its key, without asking to end it', async () => {
    const { isInLobby, reply, sent } = open('/', { [CREATE]: lost });
    await chosen('Championship');
    await golfer.click(next());
    expect(await isLost()).toBeTruthy();
    reply({ [CREATE]: CREATED, ...inMatch({ ...other, matchId: 'new' }) });
    await golfer.click(next());
    await isInLobby();
    expect(new Set(sent(CREATE).map(({ key }) => key)).size).toBe(1);
  });

  it('asks about another set-up once', async () => {
    const { isInLobby, holds } = open('/', { ...inMatch(other), [CREATE]: lost });
    await chosen('Championship');
    await golfer.click(next());
    await question('Your other set-up ends');
    await presses('Set up this round');
    expect(await isLost()).toBeTruthy();
    await seesNoDialog();
    const arrives = holds(CREATE);
    await golfer.click(next());
    await waitFor(() => expect(next().getAttribute('aria-busy')).toBe('true'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    arrives(CREATED);
    await isInLobby();
  });
});

it('creates nothing, and says why, while it is unknown whether another set-up would end', async () => {
  const { commands } = open('/', { 'GET /api/match/current': 'FORBIDDEN' });
  await chosen('Championship');
  await golfer.click(next());
  expect((await screen.findByRole('alert')).textContent).toContain('You may not do this');
  expect(commands()).toEqual([]);
});
