/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import type { MatchAnswer } from '@fairmark/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refreshMatch } from '../../api/match.js';
import { startSession } from '../../api/call/session.js';
import { rememberHole, rememberMatch, storedRound } from '../../api/stored-round.js';
import { showPages } from '../../shared/testing/pages.js';
import { serve, type Said } from '../../shared/testing/server.js';
import { Component } from './invited-lobby.page.js';
import { golfer, lobbyOf, player } from './testing/lobby.js';

const ME = { ...golfer('Bindi Walker'), gender: 'FEMALE', markers: [] };
const HOST = player('Alex Tran', { isHost: true, marker: ME });
/** Each test has a match of its own: what the client knows of one outlives the page. */
let matches = 0;
let id = '';
const open = (ready = false): MatchAnswer =>
  lobbyOf({ match: { id }, users: [HOST, player('Bindi Walker', { ready })], handicap: ready ? 12.4 : null });

/** What the server says of the match from now on. */
let says: Said;
const sent: unknown[] = [];

/** Opens the page of a lobby as Bindi; `at` tells where she is. */
function show(first: Said, address = `/lobby-invitation?id=${id}`) {
  says = first;
  sent.length = 0;
  serve(({ call, path, body }) => {
    if (path === '/api/auth/user') return { user: ME };
    if (call === 'POST /api/match/ready') {
      sent.push(body);
      const accepted = open(true);
      says = accepted;
      return { settings: accepted.userMatchSettings ?? {}, position: '2', log: 'l', revision: '1' };
    }
    return path === `/api/match/${id}` ? says : 'MATCH_NOT_FOUND';
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

/** The same page later, when the server says something else. */
async function later(next: Said): Promise<void> {
  await screen.findByRole('button', { name: 'Accept' });
  says = next;
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

it('offers to leave away from the thumb, and asks first', async () => {
  const { golfer } = show(open());
  await screen.findByRole('button', { name: 'Accept' });
  expect(screen.queryByRole('button', { name: 'Leave Round Set-up' })).toBeNull();
  await golfer.click(screen.getByRole('button', { name: 'More' }));
  await golfer.click(await screen.findByRole('button', { name: 'Leave Round Set-up' }));
  expect(await screen.findByRole('alertdialog', { name: 'Leave Round Set-up' })).toBeTruthy();
});

describe('a golfer who does not belong to the lobby any more', () => {
  it('goes home and reads that the set-up has ended, which this phone forgets', async () => {
    const { at } = show(open());
    await later(lobbyOf({ match: { id, ended: true } }));
    await waitFor(() => expect(at()).toBe('/?lobby-ended=true'));
    expect(storedRound().matchId).toBeNull();
  });

  it('goes home and reads that it is out, which another phone of its own may have done', async () => {
    const { at, state } = show(open());
    await later('MATCH_NOT_FOUND');
    await waitFor(() => expect(at()).toBe('/'));
    expect(state()).toEqual({ gone: true });
    expect(storedRound().matchId).toBeNull();
  });

  it('goes home without a word from a lobby that it never saw, and keeps the round of this phone', async () => {
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

  it('goes to the page of the host, being it', async () => {
    const { at } = show(lobbyOf({ match: { id, host: ME } }));
    await waitFor(() => expect(at()).toBe(`/lobby?id=${id}`));
  });

  it('goes home where no lobby is named or remembered', async () => {
    const { at } = show(open(), '/lobby-invitation');
    await waitFor(() => expect(at()).toBe('/'));
  });
});
