/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { ERRORS } from '@fairmark/contract';
import { jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { userQuery } from '../../api/auth.js';
import { queryClient } from '../../api/call/query-client.js';
import { button, dialog, golfer, presses, question, sees, seesNo, seesNoDialog } from '../../shared/testing/hands.js';
import { openAs, type Answers } from '../../shared/testing/pages.js';
import { WRITTEN } from '../../shared/testing/server.js';
import { LiveRegion } from '../../ui/live-region.js';
import { Component } from './host-lobby.page.js';
import { person, LOBBY, lobbyOf, player, type LobbyParts } from './testing/lobby.js';

afterEach(() => jest.useRealTimers());

const ALEX = person('Alex Tran');
const HOST = player('Alex Tran', { isHost: true, marker: person('Bindi Walker') });
const BINDI = player('Bindi Walker', { ready: true, marker: ALEX });
const THREE = { users: [HOST, BINDI, player('Callum Reid', { marker: ALEX })] };
/** With room for a fourth player. */
const THREE_OF_FOUR = { ...THREE, match: { maxGroupSize: 4 } };

const INVITE = 'POST /api/match/invite';
const MARKER = 'PUT /api/match/marker';
const PROFILE = 'POST /api/user/settings';
const READY = 'POST /api/match/ready';
const REMOVE = 'DELETE /api/match/invite';
const START = 'POST /api/match/start';
const USER = 'GET /api/auth/user';

const Page = () => (
  <>
    <Component />
    <LiveRegion />
  </>
);

/** Opens the lobby as its host, Alex; `becomes` changes it. */
function show(lobby: LobbyParts, more: Answers = {}) {
  const page = openAs(HOST.id, [{ path: '/lobby', Component: Page }], '/lobby?id=match', {
    [USER]: { user: { ...ALEX, markers: [person('Ivan Doyle')] } },
    [LOBBY]: lobbyOf(lobby),
    [PROFILE]: { ...WRITTEN, user: ALEX, token: 't' },
    [READY]: { ...WRITTEN, settings: {} },
    [START]: WRITTEN,
    [REMOVE]: WRITTEN,
    'POST /api/match/leave-lobby': WRITTEN,
    ...more,
  });
  return { ...page, becomes: (next: LobbyParts) => page.becomes({ [LOBBY]: lobbyOf(next) }) };
}

const announced = () => document.querySelector('[aria-live]')?.textContent;
const markerOfBindi = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Marker of Bindi Walker' });
const choosesMarker = async () => golfer.selectOptions(await markerOfBindi(), 'Callum Reid');
async function invitesIvan(): Promise<void> {
  await golfer.type(await screen.findByRole('combobox'), 'Iv');
  await golfer.click(await screen.findByRole('option', { name: /^Ivan Doyle/ }));
}

it('leads another golfer home', async () => {
  const { at } = show({ match: { host: person('Bindi Walker') } });
  await waitFor(() => expect(at()).toBe('/'));
});

it('says why a start was refused, until all players are ready', async () => {
  const { becomes, reply } = show({ users: [HOST, BINDI] });
  await button('Start playing');
  reply({ [START]: 'NOT_READY', [LOBBY]: lobbyOf({ users: [HOST, { ...BINDI, ready: false }] }) });
  await presses('Start playing');
  await sees(ERRORS.NOT_READY.message);
  await screen.findByRole('button', { name: 'Start playing', description: 'Waiting for Bindi to be ready' });
  await becomes({ users: [HOST, BINDI] });
  await waitFor(() => seesNo(ERRORS.NOT_READY.message));
});

it('does not start while an invitation is open, which can be withdrawn from its row', async () => {
  const { sent, at, reply } = show({ users: [HOST, BINDI], invited: ['Ivan Doyle'] });
  await presses('Start playing');
  expect(screen.getByRole('button', { name: 'Start playing', description: 'Waiting for Ivan to answer' })).toBeTruthy();
  await presses(/^Withdraw invitation/);
  await question('Withdraw invitation');
  expect(sent(REMOVE)).toEqual([]);
  reply({ [LOBBY]: lobbyOf({ users: [HOST, BINDI] }) });
  await presses('Withdraw invitation');
  await waitFor(() => seesNo('Invited'));
  expect(sent(REMOVE)).toMatchObject([{ body: { userId: 'ivan doyle', matchId: 'match' } }]);
  expect([at(), sent(START)]).toEqual(['/lobby?id=match', []]);
});

it('asks before a practice round starts without invited players, and not by itself for the next one', async () => {
  const practice = (invited: string[]): LobbyParts => ({ match: { isSocial: true }, users: [HOST], invited });
  const { becomes } = show(practice(['Callum Reid']));
  expect((await button('Start playing')).dataset['kind']).toBe('secondary');
  await sees('Waiting for Callum to answer');
  await presses('Start playing');
  await dialog('Awaiting invited players');
  await becomes(practice([]));
  await seesNoDialog();
  expect(announced()).toMatch(/You can start playing\.\s*$/);
  await becomes(practice(['Dana Petrov']));
  await waitFor(() => expect(announced()).toMatch(/Waiting for Dana to answer\s*$/));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it.each<[string, LobbyParts, string]>([
  ['while there is room', { users: [HOST, BINDI] }, ''],
  ['not once the group is full with those invited', { users: [HOST, BINDI], invited: ['Ivan Doyle'] }, 'maximum of 3'],
  ['to as many as the server allows', THREE_OF_FOUR, ''],
])('invites players %s', async (_what, lobby, reason) => {
  show(lobby);
  const invite = await button('Invite player');
  expect(invite.getAttribute('aria-disabled')).toBe(reason === '' ? null : 'true');
  expect(invite.previousSibling?.textContent).toContain(reason);
});

it('offers to invite players once a handicap is saved, for as long as there is room', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const { becomes } = show({ match: { isSocial: true }, users: [HOST, BINDI] });
  const saves = async (): Promise<void> => {
    await presses(/your round handicap$/, 'Save');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Round handicap' })).toBeNull());
    act(() => jest.advanceTimersByTime(5_000));
  };
  await saves();
  await sees('There is room for 1 more. You can start without them.');
  await presses('Not now');
  await becomes({ match: { isSocial: true }, users: [HOST, BINDI], invited: ['Ivan Doyle'] });
  await sees('3 of 3');
  await saves();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('shows the link of an invitation as a code to scan', async () => {
  show({ users: [HOST], invited: ['Ivan Doyle'] });
  await presses(/^Scan to join/);
  const code = await dialog('Scan to join');
  expect(await code.findByRole('img', { name: 'Code that leads to the invitation of Ivan Doyle' })).toBeTruthy();
  expect(code.getByLabelText<HTMLInputElement>('Or send the link').value).toMatch(
    /\/join-lobby\?inviteId=invite\+Ivan\+Doyle&matchId=match$/,
  );
});

describe('the sheet of the handicap', () => {
  const whole = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Whole number' });
  const official = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /Update official handicap/ });
  /** Opens it, and picks 20.4 in place of 12.4. */
  async function picks(): Promise<void> {
    await presses('Change your round handicap');
    await golfer.selectOptions(await whole(), '20');
  }

  it('opens again without what was picked and not saved', async () => {
    show({ users: [HOST] });
    await picks();
    await golfer.click(official());
    expect([(await whole()).value, official().checked]).toEqual(['20', true]);
    await presses('Close');
    await seesNoDialog();
    await presses('Change your round handicap');
    expect([(await whole()).value, official().checked]).toEqual(['12', false]);
  });

  it('opened again while it saves shows why that was refused', async () => {
    const refuse = show({ users: [HOST] }).holds(READY);
    await picks();
    await presses('Save', 'Close');
    await seesNoDialog();
    await presses('Change your round handicap');
    await whole();
    refuse('MATCH_STARTED');
    await sees(ERRORS.MATCH_STARTED.message);
  });

  it('shows the saved official handicap, not the answer to an earlier read', async () => {
    const saved = { ...ALEX, handicap: 20.4, handicapForShow: '20.4' };
    const { holds } = show({ users: [HOST] }, { [PROFILE]: { ...WRITTEN, user: saved, token: 't' } });
    await sees('1 of 3');
    const answer = holds(USER);
    void queryClient.refetchQueries({ queryKey: userQuery().queryKey });
    await picks();
    await golfer.click(official());
    await presses('Save');
    await seesNoDialog();
    answer({ user: ALEX });
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    await presses('Change your round handicap');
    await sees('Now 20.4');
  });

  const ROUND = [READY, { matchId: 'match', settings: { handicap: 20.4, ready: false } }];
  it.each([
    ['only the round', false, [ROUND]],
    ['the round and, on request, the profile', true, [[PROFILE, { handicap: 20.4 }], ROUND]],
  ])('changes %s', async (_what, alsoOfficial, expected) => {
    const { calls } = show({ users: [HOST] });
    await picks();
    if (alsoOfficial) await golfer.click(official());
    await presses('Save');
    await seesNoDialog();
    const commands = calls.filter(({ call }) => call.startsWith('POST '));
    expect(commands.map(({ call, body }) => [call, body])).toEqual(expected);
  });

  it('whose answer is late leaves the sheet open that follows it', async () => {
    const answer = show({ users: [HOST] }).holds(READY);
    await presses('Change your round handicap', 'Save', 'Close', 'Invite player');
    await dialog('Invite a player');
    answer({ ...WRITTEN, settings: { dailyHandicapForShow: '14' } });
    await sees(/Saved\. Your daily handicap/);
    await dialog('Invite a player');
  });
});

it.each<[string, RegExp, string, () => Promise<void>]>([
  ['an invitation', /^Invite player/, INVITE, invitesIvan],
  ['a marker', /^Change markers/, MARKER, choosesMarker],
  ['a handicap', /your round handicap$/, READY, () => presses('Save')],
])('shows once that %s was refused after the sheet was closed', async (_what, opener, call, chooses) => {
  const refuse = show(THREE_OF_FOUR).holds(call);
  const closes = async () => {
    await presses('Close');
    await seesNoDialog();
  };
  await presses(opener);
  await chooses();
  await closes();
  refuse('CONFLICT');
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  await presses(opener);
  await sees(ERRORS.CONFLICT.message);
  await closes();
  await presses(opener);
  await screen.findByRole('dialog');
  expect(screen.queryByText(ERRORS.CONFLICT.message)).toBeNull();
});

it('never opens the markers by itself', async () => {
  const { becomes } = show(THREE);
  await presses('Change markers');
  await dialog('Markers');
  // Callum leaves while the host looks at the markers, and joins again.
  for (const users of [[HOST, BINDI], THREE.users]) {
    await becomes({ users });
    await sees(`${users.length} of 3`);
    expect(screen.queryByRole('dialog')).toBeNull();
  }
});

it.each<[string, string, () => Promise<void>]>([
  ['invites a player', INVITE, () => presses('Invite player').then(invitesIvan)],
  [
    'removes a player',
    REMOVE,
    async () => {
      await presses('Remove Callum Reid');
      await golfer.click((await question('Remove player')).getByRole('button', { name: 'Remove Callum Reid' }));
    },
  ],
])('%s in a dialog that is busy until the lobby shows it', async (_what, call, chooses) => {
  const { holds, sent } = show(THREE_OF_FOUR, { [call]: WRITTEN });
  await button('Start playing');
  const before = sent(LOBBY).length;
  const answer = holds(LOBBY);
  await chooses();
  await waitFor(() => expect(sent(LOBBY).length).toBeGreaterThan(before));
  expect(queryClient.isMutating()).toBe(1);
  answer(lobbyOf({ users: [HOST, BINDI] }));
  await seesNoDialog();
  expect(screen.queryByText('Callum Reid')).toBeNull();
});

it('shows the chosen marker while the lobby is read again', async () => {
  const { holds, sent } = show(THREE, { [MARKER]: WRITTEN });
  await presses('Change markers');
  const before = sent(LOBBY).length;
  holds(LOBBY);
  await choosesMarker();
  await waitFor(() => expect(sent(LOBBY).length).toBeGreaterThan(before));
  expect((await markerOfBindi()).value).toBe('callum reid');
});

it('deletes the set-up from a menu, after a confirmation, with a call that a started round refuses', async () => {
  const { sent, at } = show({ users: [HOST, BINDI] });
  await button('Start playing');
  expect(screen.queryByRole('button', { name: 'Delete Round Set-up' })).toBeNull();
  await presses('More');
  await sees(/^To change the course, match type or tee/);
  await presses('Delete Round Set-up');
  await golfer.dblClick(await button('Delete set-up'));
  await waitFor(() => expect(at()).toBe('/'));
  expect(sent('POST /api/match/leave-lobby')).toMatchObject([{ body: { matchId: 'match' } }]);
});
