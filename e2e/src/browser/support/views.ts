import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { Golfer } from '../../support/golfer.js';
import { button, heading, key, picks, taps } from './hands.js';
import { sees } from './sees.js';
import type { Tour } from './tour.js';

/** A state of a page that somebody may look at: pictures are taken of it, and it is checked for everybody's use. */
export interface View {
  /** Name of its picture. */
  name: string;
  /** Who is signed in; null: nobody. */
  who: (tour: Tour) => Golfer | null;
  path: (tour: Tour) => string;
  /** Brings the page into the state, once its heading stands. */
  shows?: (page: Page) => Promise<void>;
  /** Only on a phone: a desktop has it in sight without. */
  phoneOnly?: boolean;
}

const nobody = () => null;
const at = (path: string) => () => path;
const dialog = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }));

/** Opens a dialog by a button and waits until it stands. */
const opens = (name: string | RegExp, title: string | RegExp) => async (page: Page) => {
  await taps(page, name);
  await sees(dialog(page, title));
};

const AUTH: readonly View[] = [
  { name: 'sign-in', who: nobody, path: at('/signin') },
  {
    name: 'sign-in-refused',
    who: nobody,
    path: at('/signin'),
    shows: async (page) => {
      await page.getByLabel('Email').fill('nobody@golfers.example');
      await page.getByLabel('Password', { exact: true }).fill('not my password');
      await taps(page, 'Sign In');
      await sees(page.getByRole('alert'));
    },
  },
  { name: 'sign-in-password-reset', who: nobody, path: at('/signin?password-reset=true') },
  {
    name: 'sign-in-verified',
    who: nobody,
    path: at('/signin?account-verified=true'),
    shows: async (page) => {
      // The drawer that comes by itself goes by itself; the one that is called for stays.
      await opens('Add to Home Screen', 'Add to Home Screen')(page);
    },
  },
  { name: 'sign-up', who: nobody, path: at('/signup') },
  {
    name: 'sign-up-mistakes',
    who: nobody,
    path: at('/signup'),
    shows: async (page) => {
      await page.getByLabel('Email').fill('nora');
      await page.getByLabel('Golflink number').fill('12');
      await page.getByLabel('Password', { exact: true }).fill('short');
      await page.getByLabel('Confirm password', { exact: true }).fill('other');
      await page.getByLabel('Full name').focus();
      await sees(page.getByText('Invalid email address'), page.getByText('Passwords must match'));
    },
  },
  { name: 'verify-email-no-token', who: nobody, path: at('/verify-email') },
  {
    name: 'verify-email-unknown',
    who: nobody,
    path: at('/verify-email?token=unknown'),
    shows: (page) => sees(page.getByRole('alert')),
  },
  { name: 'resend-verification', who: nobody, path: at('/resend-verification-email') },
  { name: 'forgot-password', who: nobody, path: at('/forgot-password') },
  {
    name: 'reset-password-refused',
    who: nobody,
    path: at('/reset-password?token=unknown'),
    shows: async (page) => {
      await page.getByLabel('Password', { exact: true }).fill('fore on the left');
      await page.getByLabel('Confirm password', { exact: true }).fill('fore on the left');
      await taps(page, 'Reset Password');
      await sees(page.getByRole('alert'));
    },
  },
];

const HOME: readonly View[] = [
  { name: 'home', who: ({ newcomer }) => newcomer, path: at('/') },
  {
    name: 'home-menu',
    who: ({ newcomer }) => newcomer,
    path: at('/'),
    shows: opens('Menu', 'Menu'),
    phoneOnly: true,
  },
  {
    name: 'home-invitation',
    who: ({ invited }) => invited,
    path: at('/'),
    shows: (page) => sees(dialog(page, 'Invitation!')),
  },
  {
    name: 'home-lobby-ended',
    who: ({ newcomer }) => newcomer,
    path: at('/?lobby-ended=true'),
    shows: (page) => sees(dialog(page, 'Round set-up ended')),
  },
  { name: 'support', who: ({ newcomer }) => newcomer, path: at('/support') },
  { name: 'account', who: ({ newcomer }) => newcomer, path: at('/account') },
  { name: 'clubhouse', who: ({ signer }) => signer, path: ({ course }) => `/clubhouse?course=${course}` },
  { name: 'leaderboard', who: ({ signer }) => signer, path: ({ course }) => `/clubhouse/leaderboard?course=${course}` },
  { name: 'leaderboard-no-course', who: ({ newcomer }) => newcomer, path: at('/clubhouse/leaderboard') },
  {
    name: 'leaderboard-courses',
    who: ({ signer }) => signer,
    path: ({ course }) => `/clubhouse/leaderboard?course=${course}`,
    shows: opens('Show another course', 'Show another course'),
  },
  { name: 'history', who: ({ signer }) => signer, path: at('/clubhouse/your-rounds-history') },
  { name: 'history-empty', who: ({ newcomer }) => newcomer, path: at('/clubhouse/your-rounds-history') },
  { name: 'unsigned-rounds', who: ({ finisher }) => finisher, path: at('/clubhouse/your-rounds-unsigned') },
  {
    name: 'eclectic',
    who: ({ signer }) => signer,
    path: ({ course }) => `/clubhouse/your-eclectic-round?course=${course}`,
  },
  { name: 'competitions', who: ({ signer }) => signer, path: at('/clubhouse/competitions') },
  { name: 'new-competition', who: ({ signer }) => signer, path: at('/clubhouse/new-competition') },
];

const LOBBY: readonly View[] = [
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
      await sees(page.getByText(/Sorry, we couldn't find anyone by that name/));
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

const SCORE: readonly View[] = [
  { name: 'score', who: ({ player }) => player, path: at('/score/5'), shows: (page) => sees(key(page, 4)) },
  {
    name: 'score-result',
    who: ({ player }) => player,
    path: at('/score/1'),
    shows: (page) => sees(button(page, 'Edit')),
  },
  {
    name: 'score-differs',
    who: ({ player }) => player,
    path: at('/score/3'),
    shows: (page) => sees(page.getByText(/^You have 8/)),
  },
  {
    name: 'score-edit',
    who: ({ player }) => player,
    path: at('/score/1'),
    shows: async (page) => {
      await taps(page, 'Edit');
      await sees(button(page, 'Clear my entry'));
    },
  },
  {
    name: 'score-marked',
    who: ({ player }) => player,
    path: at('/score/6'),
    shows: async (page) => {
      await page.getByRole('tab').nth(1).tap();
    },
  },
  {
    name: 'score-card',
    who: ({ player }) => player,
    path: at('/score/5'),
    shows: async (page) => {
      await opens(/^Card/, 'Your card')(page);
      await sees(heading(page, 'Round settings'));
    },
    phoneOnly: true,
  },
  {
    name: 'score-delete',
    who: ({ player }) => player,
    path: at('/score/5'),
    shows: async (page) => {
      await opens(/^Card/, 'Your card')(page);
      // Before the card has come, the button stands where the card will.
      await sees(heading(page, 'Round settings'));
      await opens('Delete Round', 'Delete Round')(page);
    },
    phoneOnly: true,
  },
  {
    name: 'score-sending',
    who: ({ player }) => player,
    path: at('/score/5'),
    shows: async (page) => {
      await taps(page, 'Synced');
      await sees(page.getByText('All scores sent.'));
    },
  },
  {
    name: 'score-no-signal',
    who: ({ player }) => player,
    path: at('/score/7'),
    shows: async (page) => {
      await page.context().setOffline(true);
      await picks(page, 5);
      await sees(button(page, '1 waiting'));
    },
  },
  { name: 'score-practice', who: ({ practising }) => practising, path: at('/score/1') },
  {
    name: 'score-signed',
    who: ({ signer }) => signer,
    path: ({ verified }) => `/score/5?id=${verified}`,
    shows: (page) => sees(page.getByText(/card has been signed/)),
  },
  {
    name: 'score-incomplete',
    who: ({ player }) => player,
    path: at('/score/18'),
    shows: async (page) => {
      await picks(page, 4);
      await taps(page, 'Next hole');
      await sees(dialog(page, 'The round is not complete yet'));
    },
  },
];

const CARD: readonly View[] = [
  { name: 'scorecard-to-sign', who: ({ finisher }) => finisher, path: ({ finished }) => `/${finished}/scorecard` },
  {
    name: 'scorecard-in-play',
    who: ({ player }) => player,
    path: ({ round }) => `/${round}/scorecard`,
  },
  { name: 'scorecard-differs', who: ({ disputant }) => disputant, path: ({ disputed }) => `/${disputed}/scorecard` },
  {
    name: 'scorecard-refused',
    who: ({ disputant }) => disputant,
    path: ({ disputed }) => `/${disputed}/scorecard`,
    shows: async (page) => {
      await taps(page, 'Verify & sign');
      await sees(page.getByRole('alert').filter({ hasText: /don't match/ }));
    },
  },
  {
    name: 'scorecard-edit',
    who: ({ disputant }) => disputant,
    path: ({ disputed }) => `/${disputed}/scorecard`,
    shows: async (page) => {
      await button(page, /Hole 5:/).tap();
      await sees(page.getByRole('dialog'));
    },
  },
  {
    name: 'scorecard-history',
    who: ({ disputant }) => disputant,
    path: ({ disputed }) => `/${disputed}/scorecard`,
    shows: async (page) => {
      await taps(page, 'Entry history');
      await sees(dialog(page, /^History of/));
    },
  },
  { name: 'scorecard-verified', who: ({ signer }) => signer, path: ({ verified }) => `/${verified}/scorecard` },
  {
    name: 'scorecard-practice',
    who: ({ practising }) => practising,
    path: ({ practice }) => `/${practice}/scorecard`,
  },
  {
    name: 'scorecard-reopen',
    who: ({ onceSigned }) => onceSigned,
    path: ({ waitingForMarker }) => `/${waitingForMarker}/scorecard`,
    shows: async (page) => {
      await sees(heading(page, 'Verified and signed by you'));
      await opens('Reopen card', /^Reopen your card/)(page);
    },
  },
];

/** Every route with what can be on it, and with each dialog open. */
export const VIEWS: readonly View[] = [...AUTH, ...HOME, ...LOBBY, ...SCORE, ...CARD];
