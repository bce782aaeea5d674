/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { act, render, screen, waitFor } from '@testing-library/react';
import { ERRORS } from '@fairmark/contract';
import { rememberHole, rememberMatch, storedRound } from '../../api/match.js';
import { leavingMatch } from '../../shared/resume/leaving.js';
import { button, presses, sees } from '../../shared/testing/hands.js';
import { inMatch } from '../../shared/testing/match.js';
import { openAs, type Answers } from '../../shared/testing/pages.js';
import { type Answer, lost, WRITTEN } from '../../shared/testing/server.js';
import { Component, loader } from './invited-lobby.page.js';
import { person, LOBBY, lobbyOf, player } from './testing/lobby.js';

const ME = { ...person('Bindi Walker'), gender: 'FEMALE', markers: [] };
const HOST = player('Alex Tran', { isHost: true, marker: ME });
const open = (ready = false) =>
  lobbyOf({ users: [HOST, player('Bindi Walker', { ready })], handicap: ready ? 12.4 : null, ready });

const ANSWER = 'PUT /api/match/invite';
const READY = 'POST /api/match/ready';

function show(answer: Answer, search = '?id=match', more: Answers = {}) {
  const route = { path: '/lobby-invitation', Component, loader, HydrateFallback: () => null };
  return openAs(ME.id, [route], `/lobby-invitation${search}`, {
    ...inMatch(null),
    'GET /api/auth/user': { user: ME },
    [LOBBY]: answer,
    [ANSWER]: WRITTEN,
    [READY]: { ...WRITTEN, settings: open(true).userMatchSettings },
    ...more,
  });
}

it('accepts with the official handicap, and says what happens next', async () => {
  render(<main id="content" tabIndex={-1} />);
  const { holds, sent } = show(open());
  await screen.findByLabelText('Whole number');
  // The page does not wait for the lobby.
  holds(LOBBY);
  await presses('Accept');
  await sees('You have accepted');
  expect(document.activeElement).toBe(screen.getByRole('main'));
  await presses('Change settings');
  await waitFor(() => expect(sent(READY)).toHaveLength(2));
  expect(sent(READY).map(({ body }) => body)).toEqual(
    [true, false].map((ready) => ({ matchId: 'match', settings: { handicap: 12.4, ready } })),
  );
});

it('no longer shows that an answer was missing once it turns out that the golfer is ready', async () => {
  const { becomes } = show(open(), '?id=match', { [READY]: lost });
  await presses('Accept');
  expect(await screen.findByRole('alert', {}, { timeout: 4_000 })).toBeTruthy();
  await becomes({ [LOBBY]: open(true) });
  await sees('You have accepted');
  expect(screen.queryByRole('alert')).toBeNull();
});

describe('an invitation whose dialog was closed without an answer', () => {
  const invited = () => lobbyOf({ users: [HOST], invited: ['Bindi Walker'], handicap: null });
  const answer = (status: string) => ({ id: 'invite Bindi Walker', matchId: 'match', status });

  it('is accepted here, which joins the lobby and makes the golfer ready', async () => {
    const { reply, sent } = show(invited());
    await button('Accept');
    reply({ [LOBBY]: open(true) });
    await presses('Accept');
    await sees('You have accepted');
    expect(sent(ANSWER)).toMatchObject([{ body: answer('ACCEPTED') }]);
    expect(sent(READY)).toHaveLength(1);
  });

  it('is answered once at a time, and shows why the last answer was refused', async () => {
    const { holds, reply } = show(invited());
    const refuse = holds(ANSWER);
    await presses('Accept');
    await waitFor(() => expect(screen.getByRole('button', { name: 'No thanks' })).toHaveProperty('disabled', true));
    refuse('ALREADY_IN_MATCH');
    await sees(ERRORS.ALREADY_IN_MATCH.message);
    reply({ [ANSWER]: 'CONFLICT' });
    await presses('No thanks');
    await sees(ERRORS.CONFLICT.message);
    expect(screen.queryByText(ERRORS.ALREADY_IN_MATCH.message)).toBeNull();
  });

  it('is declined without the notice of a removal, when the socket is faster than the answer', async () => {
    const { becomes, holds, sent, at, router } = show(invited());
    const arrives = holds(ANSWER);
    await presses('No thanks');
    await waitFor(() => expect(sent(ANSWER)).toMatchObject([{ body: answer('DENIED') }]));
    await becomes({ [LOBBY]: 'MATCH_NOT_FOUND' });
    expect(at()).toBe('/lobby-invitation?id=match');
    arrives(WRITTEN);
    await waitFor(() => expect(at()).toBe('/'));
    expect(router.state.location.state).toBeNull();
  });
});

describe('a golfer who does not belong in the lobby', () => {
  it.each<[string, Answer, string, unknown, string | null]>([
    [
      'home when the set-up has ended, which it says',
      lobbyOf({ match: { ended: true } }),
      '/?lobby-ended=true',
      null,
      null,
    ],
    ['home when out, perhaps by another phone, which it says', 'MATCH_NOT_FOUND', '/', { why: 'gone' }, null],
    ['to the first hole when the round starts', lobbyOf({ match: { started: true } }), '/score/1', null, 'match'],
  ])('goes %s, while the page is open', async (_what, next, address, state, stored) => {
    const { at, router, becomes } = show(open());
    await button('Accept');
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
    await button('Accept');
    await becomes({ [LOBBY]: 'MATCH_NOT_FOUND' });
    await waitFor(() => expect(at()).toBe('/'));
    reply({ [LOBBY]: open() });
    await act(() => go('/lobby-invitation?id=match'));
    await button('Accept');
    expect(at()).toBe('/lobby-invitation?id=match');
  });

  it('goes home when Back leads to a lobby that was left, and when it is left once more', async () => {
    const { at, becomes, go, holds, reply, router } = show('MATCH_NOT_FOUND', '');
    const isHome = () => waitFor(() => expect(at()).toBe('/'));
    await isHome();
    await leavingMatch('match', () => Promise.resolve());
    await act(() => go('/lobby-invitation?id=match'));
    await isHome();
    await leavingMatch('match', () => Promise.resolve());
    reply({ [LOBBY]: open() });
    await act(() => go('/lobby-invitation?id=match'));
    await button('Accept');
    const answer = holds('POST /api/match/leave-lobby');
    expect(screen.queryByRole('button', { name: 'Leave Round Set-up' })).toBeNull();
    await presses('More', 'Leave Round Set-up', 'Leave set-up');
    await becomes({ [LOBBY]: 'MATCH_NOT_FOUND' });
    expect(at()).toBe('/lobby-invitation?id=match');
    answer(WRITTEN);
    await isHome();
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
