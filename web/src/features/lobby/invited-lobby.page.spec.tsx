/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { act, render, screen, waitFor } from '@testing-library/react';
import { ERRORS } from '@fairmark/contract';
import { rememberHole, rememberMatch, storedRound } from '../../api/match.js';
import { leavingMatch } from '../../shared/resume/leaving.js';
import { openAs } from '../../shared/testing/pages.js';
import { type Answer, WRITTEN } from '../../shared/testing/server.js';
import { Component, loader } from './invited-lobby.page.js';
import { golfer, LOBBY, lobbyOf, player } from './testing/lobby.js';

const ME = { ...golfer('Bindi Walker'), gender: 'FEMALE', markers: [] };
const HOST = player('Alex Tran', { isHost: true, marker: ME });
const open = (ready = false) =>
  lobbyOf({ users: [HOST, player('Bindi Walker', { ready })], handicap: ready ? 12.4 : null, ready });

function show(answer: Answer, search = '?id=match') {
  const route = { path: '/lobby-invitation', Component, loader, HydrateFallback: () => null };
  return openAs(ME.id, [route], `/lobby-invitation${search}`, {
    'GET /api/auth/user': { user: ME },
    [LOBBY]: answer,
    'POST /api/match/ready': { settings: open(true).userMatchSettings, position: '2', log: 'l', revision: '1' },
  });
}

const accept = () => screen.findByRole('button', { name: 'Accept' });

it('accepts with the official handicap, and says what happens next', async () => {
  render(<main id="content" tabIndex={-1} />);
  const { golfer, reply, sent } = show(open());
  await screen.findByLabelText('Whole number');
  // The page does not wait for the lobby.
  reply({ [LOBBY]: new Promise<never>(() => undefined) });
  await golfer.click(await accept());
  expect(await screen.findByText('You have accepted')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('main'));
  await golfer.click(screen.getByRole('button', { name: 'Change settings' }));
  await waitFor(() => expect(sent('POST /api/match/ready')).toHaveLength(2));
  expect(sent('POST /api/match/ready').map(({ body }) => body)).toEqual(
    [true, false].map((ready) => ({ matchId: 'match', settings: { handicap: 12.4, ready } })),
  );
});

it('no longer shows that an answer was missing once it turns out that the golfer is ready', async () => {
  const { becomes, golfer, reply } = show(open());
  await screen.findByLabelText('Whole number');
  reply({ 'POST /api/match/ready': Response.json({}, { status: 502 }) });
  await golfer.click(await accept());
  expect(await screen.findByRole('alert', {}, { timeout: 4_000 })).toBeTruthy();
  await becomes({ [LOBBY]: open(true) });
  expect(await screen.findByText('You have accepted')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

describe('an invitation whose dialog was closed without an answer', () => {
  const invited = () => lobbyOf({ users: [HOST], invited: ['Bindi Walker'], handicap: null });
  const ANSWER = 'PUT /api/match/invite';

  it('is accepted here, which joins the lobby and makes the golfer ready', async () => {
    const { golfer, reply, sent } = show(invited());
    const button = await accept();
    reply({ [ANSWER]: WRITTEN, 'GET /api/match/current': { position: '1', current: null }, [LOBBY]: open(true) });
    await golfer.click(button);
    expect(await screen.findByText('You have accepted')).toBeTruthy();
    const answer = { id: 'invite Bindi Walker', matchId: 'match', status: 'ACCEPTED' };
    expect(sent(ANSWER).map(({ body }) => body)).toEqual([answer]);
    expect(sent('POST /api/match/ready')).toHaveLength(1);
  });

  it('is answered once at a time, and shows why the last answer was refused', async () => {
    const { golfer, reply } = show(invited());
    const [yes, no] = [await accept(), screen.getByRole('button', { name: 'No thanks' })];
    let refuse: (refused: Answer) => void = () => undefined;
    const current = { position: '1', current: null };
    reply({ [ANSWER]: new Promise<Answer>((resolve) => (refuse = resolve)), 'GET /api/match/current': current });
    await golfer.click(yes);
    await waitFor(() => expect(no).toHaveProperty('disabled', true));
    refuse('ALREADY_IN_MATCH');
    expect(await screen.findByText(ERRORS.ALREADY_IN_MATCH.message)).toBeTruthy();
    reply({ [ANSWER]: 'CONFLICT' });
    await golfer.click(no);
    expect(await screen.findByText(ERRORS.CONFLICT.message)).toBeTruthy();
    expect(screen.queryByText(ERRORS.ALREADY_IN_MATCH.message)).toBeNull();
  });

  it('is declined without the notice of a removal, when the socket is faster than the answer', async () => {
    const { golfer, becomes, reply, sent, at, router } = show(invited());
    const no = await screen.findByRole('button', { name: 'No thanks' });
    let answer: (answered: object) => void = () => undefined;
    reply({ [ANSWER]: new Promise<object>((resolve) => (answer = resolve)) });
    await golfer.click(no);
    const body = { id: 'invite Bindi Walker', matchId: 'match', status: 'DENIED' };
    await waitFor(() => expect(sent(ANSWER)).toMatchObject([{ body }]));
    await becomes({ [LOBBY]: 'MATCH_NOT_FOUND' });
    expect(at()).toBe('/lobby-invitation?id=match');
    answer(WRITTEN);
    await waitFor(() => expect(at()).toBe('/'));
    expect(router.state.location.state).toBeNull();
  });
});

it('offers to leave in a menu, and asks first', async () => {
  const { golfer } = show(open());
  await accept();
  expect(screen.queryByRole('button', { name: 'Leave Round Set-up' })).toBeNull();
  await golfer.click(screen.getByRole('button', { name: 'More' }));
  await golfer.click(await screen.findByRole('button', { name: 'Leave Round Set-up' }));
  expect(await screen.findByRole('alertdialog', { name: 'Leave Round Set-up' })).toBeTruthy();
});

describe('a golfer who does not belong in the lobby', () => {
  it.each<[string, Answer, string, unknown, string | null]>([
    [
      'home with a notice when the set-up has ended',
      lobbyOf({ match: { ended: true } }),
      '/?lobby-ended=true',
      null,
      null,
    ],
    [
      'home with a notice when the golfer is out, perhaps by another phone',
      'MATCH_NOT_FOUND',
      '/',
      { why: 'gone' },
      null,
    ],
    ['to the first hole when the round starts', lobbyOf({ match: { started: true } }), '/score/1', null, 'match'],
  ])('goes %s while the page is open', async (_what, next, address, state, stored) => {
    const { at, router, becomes } = show(open());
    await accept();
    await becomes({ [LOBBY]: next });
    await waitFor(() => expect(at()).toBe(address));
    expect([router.state.location.state, storedRound().matchId]).toEqual([state, stored]);
  });

  it.each<[string, Answer, string, string]>([
    ['home from a lobby never seen', 'MATCH_NOT_FOUND', '?id=match', '/'],
    ['home after the start', lobbyOf({ match: { started: true } }), '?id=match', '/'],
    ['home after the end', lobbyOf({ match: { ended: true } }), '?id=match', '/'],
    ['to the host’s page as the host', lobbyOf({ match: { host: ME } }), '?id=match', '/lobby?id=match'],
    ['home when no lobby is named or remembered', open(), '', '/'],
  ])('goes %s, without a notice', async (_what, answer, search, address) => {
    const { at, router } = show(answer, search);
    await waitFor(() => expect(at()).toBe(address));
    expect(router.state.location.state).toBeNull();
  });

  it('stays once the host has invited the golfer again', async () => {
    const { at, becomes, go, reply } = show(open());
    await accept();
    await becomes({ [LOBBY]: 'MATCH_NOT_FOUND' });
    await waitFor(() => expect(at()).toBe('/'));
    reply({ [LOBBY]: open() });
    await act(() => go('/lobby-invitation?id=match'));
    expect(await accept()).toBeTruthy();
    expect(at()).toBe('/lobby-invitation?id=match');
  });

  it('goes home when Back leads to a lobby that was left, and when it is left once more', async () => {
    const { at, becomes, go, golfer, reply, router } = show('MATCH_NOT_FOUND', '');
    await waitFor(() => expect(at()).toBe('/'));
    await leavingMatch('match', () => Promise.resolve());
    await act(() => go('/lobby-invitation?id=match'));
    await waitFor(() => expect(at()).toBe('/'));
    await leavingMatch('match', () => Promise.resolve());
    reply({ [LOBBY]: open() });
    await act(() => go('/lobby-invitation?id=match'));
    await accept();
    let answer: (answered: object) => void = () => undefined;
    reply({ 'POST /api/match/leave-lobby': new Promise<object>((resolve) => (answer = resolve)) });
    await golfer.click(screen.getByRole('button', { name: 'More' }));
    await golfer.click(await screen.findByRole('button', { name: 'Leave Round Set-up' }));
    await golfer.click(await screen.findByRole('button', { name: 'Leave set-up' }));
    await becomes({ [LOBBY]: 'MATCH_NOT_FOUND' });
    expect(at()).toBe('/lobby-invitation?id=match');
    answer(WRITTEN);
    await waitFor(() => expect(at()).toBe('/'));
    expect(router.state.location.state).toBeNull();
  });

  it('keeps the round of this phone when another lobby is not found', async () => {
    const { at } = show('MATCH_NOT_FOUND');
    rememberMatch('another');
    rememberHole(7);
    await waitFor(() => expect(at()).toBe('/'));
    expect(storedRound()).toEqual({ matchId: 'another', hole: 7 });
  });
});
