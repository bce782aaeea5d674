/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import type { MatchAnswer } from '@fairmark/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refreshMatch } from '../../api/match.js';
import { startSession } from '../../api/call/session.js';
import { rememberHole, rememberMatch, storedRound } from '../../api/stored-round.js';
import { showPages } from '../../shared/testing/pages.js';
import { serve, type Answer } from '../../shared/testing/server.js';
import { Component } from './invited-lobby.page.js';
import { golfer, lobbyOf, player } from './testing/lobby.js';

const ME = { ...golfer('Bindi Walker'), gender: 'FEMALE', markers: [] };
const HOST = player('Alex Tran', { isHost: true, marker: ME });
/** Each test has a match of its own, because the client's cache outlives the page. */
let matches = 0;
let id = '';
const open = (ready = false): MatchAnswer =>
  lobbyOf({ match: { id }, users: [HOST, player('Bindi Walker', { ready })], handicap: ready ? 12.4 : null });

/** The server's answer about the match from now on. */
let answer: Answer;
const sent: unknown[] = [];

/** Opens the page of a lobby as Bindi; `at` is her address. */
function show(first: Answer, address = `/lobby-invitation?id=${id}`) {
  answer = first;
  sent.length = 0;
  serve(({ call, path, body }) => {
    if (path === '/api/auth/user') return { user: ME };
    if (call === 'POST /api/match/ready') {
      sent.push(body);
      const accepted = open(true);
      answer = accepted;
      return { settings: accepted.userMatchSettings ?? {}, position: '2', log: 'l', revision: '1' };
    }
    return path === `/api/match/${id}` ? answer : 'MATCH_NOT_FOUND';
  });
  const router = showPages(
    [
      { path: '/lobby-invitation', Component },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    address,
  );
  const at = () => router.state.location.pathname + router.state.location.search;
  return { golfer: userEvent.setup({ delay: null }), at, state: () => router.state.location.state as unknown };
}

/** The same page later, when the server's answer has changed. */
async function later(next: Answer): Promise<void> {
  await screen.findByRole('button', { name: 'Accept' });
  answer = next;
  refreshMatch(id);
}

beforeEach(() => {
  id = `match-${(matches += 1)}`;
  localStorage.clear();
  startSession({ token: 't', userId: ME.id });
});

it('accepts with the official handicap, and says what happens next', async () => {
  const { golfer } = show(open());
  await screen.findByLabelText('Whole number');
  await golfer.click(screen.getByRole('button', { name: 'Accept' }));
  expect(await screen.findByText('You have accepted')).toBeTruthy();
  expect(sent).toEqual([{ matchId: id, settings: { handicap: 12.4, ready: true } }]);
  await golfer.click(screen.getByRole('button', { name: 'Change settings' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual({ matchId: id, settings: { handicap: 12.4, ready: false } });
});

it('offers to leave in a menu, and asks first', async () => {
  const { golfer } = show(open());
  await screen.findByRole('button', { name: 'Accept' });
  expect(screen.queryByRole('button', { name: 'Leave Round Set-up' })).toBeNull();
  await golfer.click(screen.getByRole('button', { name: 'More' }));
  await golfer.click(await screen.findByRole('button', { name: 'Leave Round Set-up' }));
  expect(await screen.findByRole('alertdialog', { name: 'Leave Round Set-up' })).toBeTruthy();
});

describe('a golfer who does not belong in the lobby', () => {
  it('goes home with a notice when the set-up has ended, and this phone forgets it', async () => {
    const { at } = show(open());
    await later(lobbyOf({ match: { id, ended: true } }));
    await waitFor(() => expect(at()).toBe('/?lobby-ended=true'));
    expect(storedRound().matchId).toBeNull();
  });

  it('goes home with a notice when the golfer is out, perhaps by another phone', async () => {
    const { at, state } = show(open());
    await later('MATCH_NOT_FOUND');
    await waitFor(() => expect(at()).toBe('/'));
    expect(state()).toEqual({ gone: true });
    expect(storedRound().matchId).toBeNull();
  });

  it('goes home without a notice from a lobby never seen, and keeps the round of this phone', async () => {
    rememberMatch('another');
    rememberHole(7);
    const { at, state } = show('MATCH_NOT_FOUND');
    await waitFor(() => expect(at()).toBe('/'));
    expect(state()).toBeNull();
    expect(storedRound()).toEqual({ matchId: 'another', hole: 7 });
  });

  it('goes to the first hole when the round starts', async () => {
    const { at } = show(open());
    await later(lobbyOf({ match: { id, started: true } }));
    await waitFor(() => expect(at()).toBe('/score/1'));
  });

  it('goes to the host’s page as the host', async () => {
    const { at } = show(lobbyOf({ match: { id, host: ME } }));
    await waitFor(() => expect(at()).toBe(`/lobby?id=${id}`));
  });

  it('goes home when no lobby is named or remembered', async () => {
    const { at } = show(open(), '/lobby-invitation');
    await waitFor(() => expect(at()).toBe('/'));
  });
});
