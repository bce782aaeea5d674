import { randomUUID } from 'node:crypto';
import { button, taps } from '../hands.js';
import { sees } from '../sees.js';
import { at, dialog, opens, type View } from './view.js';

/** Setting up a round, as host and as guest. */
export const LOBBY: readonly View[] = [
  {
    name: 'create-lobby-match',
    who: ({ newcomer }) => newcomer,
    path: at('/create-lobby?play-type=competitive'),
  },
  { name: 'create-lobby-practice', who: ({ newcomer }) => newcomer, path: at('/create-lobby?play-type=social') },
  {
    name: 'create-lobby-no-course',
    who: ({ newcomer }) => newcomer,
    path: at('/create-lobby?play-type=competitive'),
    shows: async (page) => {
      await page.getByRole('combobox', { name: 'Course' }).fill('zzzz');
      await sees(page.getByText(/We can't find your course/));
    },
  },
  {
    name: 'create-lobby-courses',
    who: ({ newcomer }) => newcomer,
    path: at('/create-lobby?play-type=competitive'),
    shows: async (page) => {
      await page.getByRole('combobox', { name: 'Course' }).fill('Proof');
      await sees(page.getByRole('option', { name: /Proof Links/ }));
    },
  },
  { name: 'lobby-fresh', who: ({ freshHost }) => freshHost, path: ({ freshLobby }) => `/lobby?id=${freshLobby}` },
  {
    name: 'lobby-handicap',
    who: ({ freshHost }) => freshHost,
    path: ({ freshLobby }) => `/lobby?id=${freshLobby}`,
    shows: opens(/your round handicap$/, 'Round handicap'),
  },
  {
    name: 'lobby-guide',
    who: ({ freshHost }) => freshHost,
    path: ({ freshLobby }) => `/lobby?id=${freshLobby}`,
    shows: async (page) => {
      await opens(/your round handicap$/, 'Round handicap')(page);
      await taps(page, 'Save');
      await sees(dialog(page, 'Time to invite players'));
    },
  },
  {
    name: 'lobby-invite',
    who: ({ freshHost }) => freshHost,
    path: ({ freshLobby }) => `/lobby?id=${freshLobby}`,
    shows: async (page) => {
      await opens('Invite player', 'Invite a player')(page);
      await page.getByLabel('Find a golfer').fill('Nina North');
      await sees(page.getByRole('option', { name: /Nina North/ }));
    },
  },
  {
    name: 'lobby-invite-nobody',
    who: ({ freshHost }) => freshHost,
    path: ({ freshLobby }) => `/lobby?id=${freshLobby}`,
    shows: async (page) => {
      await opens('Invite player', 'Invite a player')(page);
      await page.getByLabel('Find a golfer').fill('Zzzz');
      await sees(page.getByText(/We can't find your marker/));
    },
  },
  { name: 'lobby', who: ({ host }) => host, path: ({ lobby }) => `/lobby?id=${lobby}` },
  {
    name: 'lobby-awaiting',
    who: ({ host }) => host,
    path: ({ lobby }) => `/lobby?id=${lobby}`,
    shows: opens('Start playing', 'Awaiting invited players'),
  },
  {
    name: 'lobby-remove',
    who: ({ host }) => host,
    path: ({ lobby }) => `/lobby?id=${lobby}`,
    shows: async (page) => {
      await button(page, /^Remove Gwen/).tap();
      await sees(dialog(page, 'Remove player'));
    },
  },
  {
    name: 'lobby-delete',
    who: ({ host }) => host,
    path: ({ lobby }) => `/lobby?id=${lobby}`,
    shows: opens('Delete Round Set-up', 'Delete Round Set-up'),
  },
  {
    name: 'lobby-invitation',
    who: ({ settingUp }) => settingUp,
    path: ({ settingUpLobby }) => `/lobby-invitation?id=${settingUpLobby}`,
  },
  {
    name: 'lobby-invitation-leave',
    who: ({ settingUp }) => settingUp,
    path: ({ settingUpLobby }) => `/lobby-invitation?id=${settingUpLobby}`,
    shows: opens('Leave Round Set-up', 'Leave Round Set-up'),
  },
  {
    name: 'lobby-invitation-ready',
    who: ({ guest }) => guest,
    path: ({ lobby }) => `/lobby-invitation?id=${lobby}`,
    shows: (page) => sees(page.getByText('You have accepted')),
  },
  {
    name: 'join-lobby-gone',
    who: ({ newcomer }) => newcomer,
    path: () => `/join-lobby?inviteId=${randomUUID()}&matchId=${randomUUID()}`,
  },
];
