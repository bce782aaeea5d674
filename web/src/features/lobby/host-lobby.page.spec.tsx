/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { ERRORS } from '@fairmark/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { refreshMatch } from '../../api/match.js';
import { openAs } from '../../shared/testing/pages.js';
import { serve } from '../../shared/testing/server.js';
import { Component } from './host-lobby.page.js';
import { golfer, lobbyOf, player, type LobbyParts } from './testing/lobby.js';
import type { LobbyArrival } from './use-create-match.js';

const HOST = player('Alex Tran', { isHost: true, marker: golfer('Bindi Walker') });
const BINDI = player('Bindi Walker', { ready: true, marker: golfer('Alex Tran') });
const WRITTEN = { position: '2', log: 'l', revision: '1' };

/** Each test has a match of its own, because the client's cache outlives the page. */
let matches = 0;
let id = '';

/** Opens the lobby as its host, with `arrival` as after its creation. `sent` grows with every command. */
function show(lobby: LobbyParts, arrival: LobbyArrival | null = null) {
  const sent: [call: string, body: unknown][] = [];
  let parts = lobby;
  id = `match-${(matches += 1)}`;
  serve(({ call, path, body }) => {
    if (path === '/api/auth/user') return { user: { ...golfer('Alex Tran'), markers: [] } };
    if (path === `/api/match/${id}`) return lobbyOf({ ...parts, match: { ...parts.match, id } });
    if (call.startsWith('GET ')) return 'MATCH_NOT_FOUND';
    sent.push([call, body]);
    if (call === 'DELETE /api/match/invite') parts = { ...parts, invited: [] };
    if (call === 'POST /api/match/start') parts = { ...parts, match: { ...parts.match, started: true } };
    return WRITTEN;
  });
  const address = { pathname: '/lobby', search: `?id=${id}`, state: arrival };
  const { router, golfer: hand } = openAs(HOST.id, [{ path: '/lobby', Component }], address);
  return { golfer: hand, sent, at: () => router.state.location.pathname };
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });

it('starts when all players are ready, and leads to the first hole', async () => {
  const { golfer, sent, at } = show({ users: [HOST, BINDI] });
  await golfer.click(await button('Start playing'));
  await waitFor(() => expect(at()).toBe('/score/1'));
  expect(sent).toEqual([['POST /api/match/start', { matchId: id }]]);
});

it('says why a start was refused, until all players are ready', async () => {
  const { golfer } = show({ users: [HOST, BINDI] });
  const start = await button('Start playing');
  let ready = true;
  serve(({ call, path }) => {
    if (path === `/api/match/${id}`) return lobbyOf({ users: [HOST, { ...BINDI, ready }], match: { id } });
    ready = false;
    return call === 'POST /api/match/start' ? 'NOT_READY' : 'MATCH_NOT_FOUND';
  });
  await golfer.click(start);
  expect(await screen.findByText(ERRORS.NOT_READY.message)).toBeTruthy();
  await screen.findByRole('button', { name: 'Start playing', description: 'Waiting for Bindi to be ready' });
  ready = true;
  act(() => refreshMatch(id));
  await waitFor(() => expect(screen.queryByText(ERRORS.NOT_READY.message)).toBeNull());
});

it('does not start while an invitation is open, which can be withdrawn from its row', async () => {
  const { golfer, sent, at } = show({ users: [HOST, BINDI], invited: ['Ivan Doyle'] });
  await golfer.click(await button('Start playing'));
  expect(screen.getByRole('button', { name: 'Start playing', description: 'Waiting for Ivan to answer' })).toBeTruthy();
  await golfer.click(await button(/^Withdraw invitation/));
  const question = within(await screen.findByRole('alertdialog', { name: 'Withdraw invitation' }));
  expect(sent).toEqual([]);
  await golfer.click(question.getByRole('button', { name: 'Withdraw invitation' }));
  await waitFor(() => expect(screen.queryByText('Invited')).toBeNull());
  expect(sent).toEqual([['DELETE /api/match/invite', { userId: 'ivan doyle', matchId: id }]]);
  expect(at()).toBe('/lobby');
});

it('shows the link of an invitation as a code to scan', async () => {
  const { golfer } = show({ users: [HOST], invited: ['Ivan Doyle'] });
  await golfer.click(await button(/^Scan to join/));
  const dialog = within(await screen.findByRole('dialog', { name: 'Scan to join' }));
  expect(await dialog.findByRole('img', { name: 'Code that leads to the invitation of Ivan Doyle' })).toBeTruthy();
  expect(dialog.getByLabelText<HTMLInputElement>('Or send the link').value).toMatch(
    /\/join-lobby\?inviteId=invite\+Ivan\+Doyle&matchId=match-\d+$/,
  );
});

it('names golfers who could not be invited to the new lobby, until they are', async () => {
  const missed = ['Ivan Doyle', 'Tom Tran'].map((name) => ({ id: name.toLowerCase(), why: `${name}: no` }));
  show({ users: [HOST], invited: ['Ivan Doyle'] }, { notInvited: missed });
  expect((await screen.findByRole('alert')).textContent).toMatch(/Tom Tran: no$/);
  expect(screen.queryByText(/Ivan Doyle: no/)).toBeNull();
});

it('deletes the set-up from a menu, after a confirmation, with a call that a started round refuses', async () => {
  const { golfer, sent, at } = show({ users: [HOST, BINDI] });
  await button('Start playing');
  expect(screen.queryByRole('button', { name: 'Delete Round Set-up' })).toBeNull();
  await golfer.click(await button('More'));
  await golfer.click(await button('Delete Round Set-up'));
  await golfer.click(await button('Delete set-up'));
  await waitFor(() => expect(at()).toBe('/'));
  expect(sent).toEqual([['POST /api/match/leave-lobby', { matchId: id }]]);
});
