/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { ERRORS } from '@fairmark/contract';
import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { queryClient } from '../../api/call/query-client.js';
import { openAs } from '../../shared/testing/pages.js';
import { type Answer, WRITTEN } from '../../shared/testing/server.js';
import { LiveRegion } from '../../ui/live-region.js';
import { Component } from './host-lobby.page.js';
import { golfer, LOBBY, lobbyOf, player, type LobbyParts } from './testing/lobby.js';
import type { LobbyArrival } from './create-lobby.page.js';

const HOST = player('Alex Tran', { isHost: true, marker: golfer('Bindi Walker') });
const BINDI = player('Bindi Walker', { ready: true, marker: golfer('Alex Tran') });
const THREE = { users: [HOST, BINDI, player('Callum Reid', { marker: golfer('Alex Tran') })] };

function Page() {
  return (
    <>
      <Component />
      <LiveRegion />
    </>
  );
}

function show(lobby: LobbyParts, arrival: LobbyArrival | null = null) {
  const address = { pathname: '/lobby', search: '?id=match', state: arrival };
  return openAs(HOST.id, [{ path: '/lobby', Component: Page }], address, {
    'GET /api/auth/user': { user: { ...golfer('Alex Tran'), markers: [golfer('Ivan Doyle')] } },
    [LOBBY]: lobbyOf(lobby),
    'POST /api/match/ready': { ...WRITTEN, settings: {} },
    'POST /api/match/start': WRITTEN,
    'POST /api/match/leave-lobby': WRITTEN,
    'DELETE /api/match/invite': WRITTEN,
  });
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });

async function choosesMarker(user: UserEvent): Promise<void> {
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Marker of Bindi Walker' }), 'Callum Reid');
}

it('leads another golfer home', async () => {
  const { at } = show({ match: { host: golfer('Bindi Walker') } });
  await waitFor(() => expect(at()).toBe('/'));
});

it('says why a start was refused, until all players are ready', async () => {
  const { becomes, golfer, reply } = show({ users: [HOST, BINDI] });
  const start = await button('Start playing');
  reply({ 'POST /api/match/start': 'NOT_READY', [LOBBY]: lobbyOf({ users: [HOST, { ...BINDI, ready: false }] }) });
  await golfer.click(start);
  expect(await screen.findByText(ERRORS.NOT_READY.message)).toBeTruthy();
  await screen.findByRole('button', { name: 'Start playing', description: 'Waiting for Bindi to be ready' });
  await becomes({ [LOBBY]: lobbyOf({ users: [HOST, BINDI] }) });
  await waitFor(() => expect(screen.queryByText(ERRORS.NOT_READY.message)).toBeNull());
});

it('does not start while an invitation is open, which can be withdrawn from its row', async () => {
  const { golfer, sent, at, reply } = show({ users: [HOST, BINDI], invited: ['Ivan Doyle'] });
  await golfer.click(await button('Start playing'));
  expect(screen.getByRole('button', { name: 'Start playing', description: 'Waiting for Ivan to answer' })).toBeTruthy();
  await golfer.click(await button(/^Withdraw invitation/));
  const question = within(await screen.findByRole('alertdialog', { name: 'Withdraw invitation' }));
  expect(sent('DELETE /api/match/invite')).toEqual([]);
  reply({ [LOBBY]: lobbyOf({ users: [HOST, BINDI] }) });
  await golfer.click(question.getByRole('button', { name: 'Withdraw invitation' }));
  await waitFor(() => expect(screen.queryByText('Invited')).toBeNull());
  expect(sent('DELETE /api/match/invite')).toMatchObject([{ body: { userId: 'ivan doyle', matchId: 'match' } }]);
  expect([at(), sent('POST /api/match/start')]).toEqual(['/lobby?id=match', []]);
});

it('asks before a practice round starts without invited players, and not by itself for the next one', async () => {
  const practice = (invited: string[]): LobbyParts => ({ match: { isSocial: true }, users: [HOST], invited });
  const { golfer, becomes } = show(practice(['Callum Reid']));
  const later = (invited: string[]) => becomes({ [LOBBY]: lobbyOf(practice(invited)) });
  const announced = () => document.querySelector('[aria-live]')?.textContent;
  const start = await button('Start playing');
  expect(start.dataset['kind']).toBe('secondary');
  expect(screen.getByText('Waiting for Callum to answer')).toBeTruthy();
  await golfer.click(start);
  expect(await screen.findByRole('dialog', { name: 'Awaiting invited players' })).toBeTruthy();
  await later([]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(announced()).toMatch(/You can start playing\.\s*$/);
  await later(['Dana Petrov']);
  await waitFor(() => expect(announced()).toMatch(/Waiting for Dana to answer\s*$/));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it.each<[string, LobbyParts, string]>([
  ['while there is room', { users: [HOST, BINDI] }, ''],
  ['not once the group is full with those invited', { users: [HOST, BINDI], invited: ['Ivan Doyle'] }, 'maximum of 3'],
  ['to as many as the server allows', { ...THREE, match: { maxGroupSize: 4 } }, ''],
])('invites players %s', async (_what, lobby, reason) => {
  show(lobby);
  const invite = await button('Invite player');
  expect(invite.getAttribute('aria-disabled')).toBe(reason === '' ? null : 'true');
  expect(invite.previousSibling?.textContent).toContain(reason);
});

it('offers to invite players once a handicap is saved, for as long as there is room', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const { golfer, becomes } = show({ match: { isSocial: true }, users: [HOST, BINDI] });
  const saves = async (): Promise<void> => {
    await golfer.click(await button(/your round handicap$/));
    await golfer.click(await button('Save'));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Round handicap' })).toBeNull());
    act(() => jest.advanceTimersByTime(5_000));
  };
  await saves();
  expect(await screen.findByText('There is room for 1 more. You can start without them.')).toBeTruthy();
  await golfer.click(await button('Not now'));
  await becomes({ [LOBBY]: lobbyOf({ match: { isSocial: true }, users: [HOST, BINDI], invited: ['Ivan Doyle'] }) });
  await screen.findByText('3 of 3');
  await saves();
  expect(screen.queryByRole('dialog')).toBeNull();
  jest.useRealTimers();
});

it('shows the link of an invitation as a code to scan', async () => {
  const { golfer } = show({ users: [HOST], invited: ['Ivan Doyle'] });
  await golfer.click(await button(/^Scan to join/));
  const dialog = within(await screen.findByRole('dialog', { name: 'Scan to join' }));
  expect(await dialog.findByRole('img', { name: 'Code that leads to the invitation of Ivan Doyle' })).toBeTruthy();
  expect(dialog.getByLabelText<HTMLInputElement>('Or send the link').value).toMatch(
    /\/join-lobby\?inviteId=invite\+Ivan\+Doyle&matchId=match$/,
  );
});

it('names golfers who could not be invited to the new lobby, until they are, even if they decline', async () => {
  const missed = ['Ivan Doyle', 'Tom Tran'].map((name) => ({ id: name.toLowerCase(), why: `${name}: no` }));
  const { becomes } = show({ users: [HOST] }, { notInvited: missed });
  expect((await screen.findByRole('alert')).textContent).toMatch(/Ivan Doyle: noTom Tran: no$/);
  for (const [invited, players] of [[['Ivan Doyle'], '2 of 3'] as const, [[], '1 of 3'] as const]) {
    await becomes({ [LOBBY]: lobbyOf({ users: [HOST], invited: [...invited] }) });
    await screen.findByText(players);
    expect(screen.getByRole('alert').textContent).toMatch(/invitedTom Tran: no$/);
  }
});

it('leaves the sheet open that follows one whose answer was late', async () => {
  const { golfer, reply } = show({ users: [HOST] });
  let answer: (answered: object) => void = () => undefined;
  reply({ 'POST /api/match/ready': new Promise<object>((resolve) => (answer = resolve)) });
  await golfer.click(await button(/your round handicap$/));
  await golfer.click(await button('Save'));
  await golfer.click(await button('Close'));
  await golfer.click(await button('Invite player'));
  await screen.findByRole('dialog', { name: 'Invite a player' });
  answer({ ...WRITTEN, settings: { dailyHandicapForShow: '14' } });
  await screen.findByText(/Saved\. Your daily handicap/);
  expect(screen.getByRole('dialog', { name: 'Invite a player' })).toBeTruthy();
});

it.each<[string, RegExp, string, (user: UserEvent) => Promise<void>]>([
  [
    'an invitation',
    /^Invite player/,
    'POST /api/match/invite',
    async (user) => {
      await user.type(await screen.findByRole('combobox'), 'Iv');
      await user.click(await screen.findByRole('option', { name: /^Ivan Doyle/ }));
    },
  ],
  ['a marker', /^Change markers/, 'PUT /api/match/marker', choosesMarker],
  ['a handicap', /your round handicap$/, 'POST /api/match/ready', async (user) => user.click(await button('Save'))],
])('shows once that %s was refused after the sheet was closed', async (_what, opener, call, chooses) => {
  const { golfer: user, reply } = show({ ...THREE, match: { maxGroupSize: 4 } });
  let refuse: (refused: Answer) => void = () => undefined;
  reply({ [call]: new Promise<Answer>((resolve) => (refuse = resolve)) });
  await user.click(await button(opener));
  await chooses(user);
  const closed = async () => {
    await user.click(await button('Close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await closed();
  refuse('CONFLICT');
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  await user.click(await button(opener));
  expect(await screen.findByText(ERRORS.CONFLICT.message)).toBeTruthy();
  await closed();
  await user.click(await button(opener));
  await screen.findByRole('dialog');
  expect(screen.queryByText(ERRORS.CONFLICT.message)).toBeNull();
});

it('never opens the markers by itself', async () => {
  const { golfer: user, becomes } = show(THREE);
  await user.click(await button('Change markers'));
  await screen.findByRole('dialog', { name: 'Markers' });
  const shows = async (lobby: LobbyParts, players: string): Promise<void> => {
    await becomes({ [LOBBY]: lobbyOf(lobby) });
    await screen.findByText(players);
    expect(screen.queryByRole('dialog')).toBeNull();
  };
  // Callum leaves while the host looks at the markers, and joins again.
  await shows({ users: [HOST, BINDI] }, '2 of 3');
  await shows(THREE, '3 of 3');
});

it.each<[string, string, (user: UserEvent) => Promise<void>]>([
  [
    'invites a player',
    'POST /api/match/invite',
    async (user) => {
      await user.click(await button('Invite player'));
      await user.type(await screen.findByRole('combobox'), 'Iv');
      await user.click(await screen.findByRole('option', { name: /^Ivan Doyle/ }));
    },
  ],
  [
    'removes a player',
    'DELETE /api/match/invite',
    async (user) => {
      await user.click(await button('Remove Callum Reid'));
      const question = within(await screen.findByRole('alertdialog'));
      await user.click(question.getByRole('button', { name: 'Remove Callum Reid' }));
    },
  ],
])('%s in a dialog that is busy until the lobby shows it', async (_what, call, chooses) => {
  const { golfer: user, reply, sent } = show({ ...THREE, match: { maxGroupSize: 4 } });
  let answer: (lobby: object) => void = () => undefined;
  await button('Start playing');
  const before = sent(LOBBY).length;
  reply({ [call]: WRITTEN, [LOBBY]: new Promise<object>((resolve) => (answer = resolve)) });
  await chooses(user);
  await waitFor(() => expect(sent(LOBBY).length).toBeGreaterThan(before));
  expect(queryClient.isMutating()).toBe(1);
  answer(lobbyOf({ users: [HOST, BINDI] }));
  await waitFor(() => expect(document.querySelector('[role$="dialog"]')).toBeNull());
  expect(screen.queryByText('Callum Reid')).toBeNull();
});

it('shows the chosen marker while the lobby is read again', async () => {
  const { golfer: user, reply, sent } = show(THREE);
  await user.click(await button('Change markers'));
  const before = sent(LOBBY).length;
  reply({ 'PUT /api/match/marker': WRITTEN, [LOBBY]: new Promise<never>(() => undefined) });
  await choosesMarker(user);
  await waitFor(() => expect(sent(LOBBY).length).toBeGreaterThan(before));
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Marker of Bindi Walker' }).value).toBe('callum reid');
});

it('deletes the set-up from a menu, after a confirmation, with a call that a started round refuses', async () => {
  const { golfer, sent, at } = show({ users: [HOST, BINDI] });
  await button('Start playing');
  expect(screen.queryByRole('button', { name: 'Delete Round Set-up' })).toBeNull();
  await golfer.click(await button('More'));
  expect(await screen.findByText(/^To change the course, match type or tee/)).toBeTruthy();
  await golfer.click(await button('Delete Round Set-up'));
  await golfer.dblClick(await button('Delete set-up'));
  await waitFor(() => expect(at()).toBe('/'));
  expect(sent('POST /api/match/leave-lobby')).toMatchObject([{ body: { matchId: 'match' } }]);
});
