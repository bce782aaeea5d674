import { taps } from '../hands.js';
import { sees } from '../sees.js';
import { dialog, opens, says, UNKNOWN, view, type View } from './view.js';

const CREATE = '/create-lobby?play-type=competitive';
const FRESH = '/lobby?id=:freshLobby';
const JOINED = '/lobby-invitation?id=:settingUpLobby';

/** Setting up a round, as host and as guest. */
export const LOBBY: readonly View[] = [
  view('create-lobby-match', 'newcomer', CREATE),
  view('create-lobby-practice', 'newcomer', '/create-lobby?play-type=social'),
  view('create-lobby-again', 'signer', '/create-lobby?play-type=competitive&again=:verified'),
  view('create-lobby-in-round', 'player', CREATE),
  view('create-lobby-no-course', 'newcomer', CREATE, async (page) => {
    await page.getByRole('combobox', { name: 'Course' }).fill('zzzz');
    await sees(page.getByText(/We can't find your course/));
  }),
  view('create-lobby-courses', 'newcomer', CREATE, async (page) => {
    await page.getByRole('combobox', { name: 'Course' }).fill('Proof');
    await sees(page.getByRole('option', { name: /Proof Links/ }));
  }),
  view('lobby-fresh', 'freshHost', FRESH),
  view('lobby-handicap', 'freshHost', FRESH, opens(/your round handicap$/, 'Round handicap')),
  view('lobby-guide', 'freshHost', FRESH, async (page) => {
    await opens(/your round handicap$/, 'Round handicap')(page);
    await taps(page, 'Save');
    await sees(dialog(page, 'Time to invite players'));
  }),
  view('lobby-invite', 'freshHost', FRESH, async (page) => {
    await opens('Invite player', 'Invite a player')(page);
    await page.getByLabel('Find a golfer').fill('Nina North');
    await sees(page.getByRole('option', { name: /Nina North/ }));
  }),
  view('lobby-invite-nobody', 'freshHost', FRESH, async (page) => {
    await opens('Invite player', 'Invite a player')(page);
    await page.getByLabel('Find a golfer').fill('Zzzz');
    await sees(page.getByText(/We can't find your marker/));
  }),
  view('lobby', 'host', '/lobby?id=:lobby'),
  view('lobby-scan', 'host', '/lobby?id=:lobby', opens(/^Scan to join/, 'Scan to join')),
  view('lobby-withdraw', 'host', '/lobby?id=:lobby', opens(/^Withdraw invitation/, 'Withdraw invitation')),
  view(
    'lobby-awaiting',
    'practiceHost',
    '/lobby?id=:practiceLobby',
    opens('Start playing', 'Awaiting invited players'),
  ),
  view('lobby-more', 'host', '/lobby?id=:lobby', opens('More', 'Round set-up')),
  view('lobby-remove', 'host', '/lobby?id=:lobby', opens(/^Remove Gwen/, 'Remove player')),
  view('lobby-delete', 'host', '/lobby?id=:lobby', async (page) => {
    await opens('More', 'Round set-up')(page);
    await opens('Delete Round Set-up', 'Delete Round Set-up')(page);
  }),
  view('lobby-invitation', 'settingUp', JOINED),
  view('lobby-invitation-leave', 'settingUp', JOINED, async (page) => {
    await opens('More', 'Round set-up')(page);
    await opens('Leave Round Set-up', 'Leave Round Set-up')(page);
  }),
  view('lobby-invitation-ready', 'guest', '/lobby-invitation?id=:lobby', says('You have accepted')),
  view('join-lobby-gone', 'newcomer', `/join-lobby?inviteId=${UNKNOWN}&matchId=${UNKNOWN}`),
];
