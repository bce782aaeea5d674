import { taps } from '../hands.js';
import { sees } from '../sees.js';
import { dialog, opens, says, UNKNOWN, view, withStates, type View } from './view.js';

const CREATE = '/create-lobby?play-type=competitive';
const FRESH = '/lobby?id=:freshLobby';
const JOINED = '/lobby-invitation?id=:settingUpLobby';

/** Setting up a round, as host and as guest. */
export const LOBBY: readonly View[] = [
  withStates(view('create-lobby-match', 'newcomer', CREATE), {
    'create-lobby-no-course': async (page) => {
      await page.getByRole('combobox', { name: 'Course' }).fill('zzzz');
      await sees(page.getByText(/We can't find your course/));
    },
    'create-lobby-courses': async (page) => {
      await page.getByRole('combobox', { name: 'Course' }).fill('Proof');
      await sees(page.getByRole('option', { name: /Proof Links/ }));
    },
  }),
  view('create-lobby-practice', 'newcomer', '/create-lobby?play-type=social'),
  view('create-lobby-again', 'signer', '/create-lobby?play-type=competitive&again=:verified'),
  view('create-lobby-in-round', 'player', CREATE),
  withStates(view('lobby-fresh', 'freshHost', FRESH), {
    'lobby-handicap': opens(/your round handicap$/, 'Round handicap'),
    'lobby-guide': async (page) => {
      await opens(/your round handicap$/, 'Round handicap')(page);
      await taps(page, 'Save');
      await sees(dialog(page, 'Time to invite players'));
    },
    'lobby-invite': async (page) => {
      await opens('Invite player', 'Invite a player')(page);
      await page.getByRole('combobox', { name: 'Find a golfer' }).fill('Nina North');
      await sees(page.getByRole('option', { name: /Nina North/ }));
    },
    'lobby-invite-none': async (page) => {
      await opens('Invite player', 'Invite a player')(page);
      await page.getByRole('combobox', { name: 'Find a golfer' }).fill('Zzzz');
      await sees(page.getByText(/We can't find your marker/));
    },
  }),
  withStates(view('lobby', 'host', '/lobby?id=:lobby'), {
    'lobby-scan': opens(/^Scan to join/, 'Scan to join'),
    'lobby-withdraw': opens(/^Withdraw invitation/, 'Withdraw invitation'),
    'lobby-more': opens('More', 'Round set-up'),
    'lobby-remove': opens(/^Remove Gwen/, 'Remove player'),
    'lobby-delete': async (page) => {
      await opens('More', 'Round set-up')(page);
      await opens('Delete Round Set-up', 'Delete Round Set-up')(page);
    },
  }),
  view(
    'lobby-awaiting',
    'practiceHost',
    '/lobby?id=:practiceLobby',
    opens('Start playing', 'Awaiting invited players'),
  ),
  withStates(view('lobby-invitation', 'settingUp', JOINED), {
    'lobby-invitation-leave': async (page) => {
      await opens('More', 'Round set-up')(page);
      await opens('Leave Round Set-up', 'Leave Round Set-up')(page);
    },
  }),
  view('lobby-invitation-ready', 'guest', '/lobby-invitation?id=:lobby', says('You have accepted')),
  view('join-lobby-gone', 'newcomer', `/join-lobby?inviteId=${UNKNOWN}&matchId=${UNKNOWN}`),
];
