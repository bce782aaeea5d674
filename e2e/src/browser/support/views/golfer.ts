import path from 'node:path';
import { ROOT } from '../../../support/stack.js';
import { taps } from '../hands.js';
import { sees } from '../sees.js';
import { dialog, opens, view, withStates, type View } from './view.js';

/** The pages before signing in. */
export const AUTH: readonly View[] = [
  withStates(view('sign-in', 'visitor', '/signin'), {
    'sign-in-refused': async (page) => {
      await page.getByLabel('Email').fill('nobody@golfers.example');
      await page.getByLabel('Password', { exact: true }).fill('not my password');
      await taps(page, 'Sign In');
      await sees(page.getByRole('alert'));
    },
  }),
  view('sign-in-password-reset', 'visitor', '/signin?password-reset=true'),
  // The drawer that opens automatically also closes automatically; one that was opened stays.
  view(
    'sign-in-verified',
    'visitor',
    '/signin?account-verified=true',
    opens('Add to Home Screen', 'Add to Home Screen'),
  ),
  withStates(view('sign-up', 'visitor', '/signup'), {
    'sign-up-mistakes': async (page) => {
      await page.getByLabel('Email').fill('nora');
      await page.getByLabel('Golflink number').fill('12');
      await page.getByLabel('Password', { exact: true }).fill('short');
      await page.getByLabel('Confirm password', { exact: true }).fill('other');
      await page.getByLabel('Full name').focus();
      await sees(page.getByText('Invalid email address'), page.getByText('Passwords must match'));
    },
  }),
  view('verify-email-no-token', 'visitor', '/verify-email'),
  view('verify-email-unknown', 'visitor', '/verify-email?token=unknown', (page) => sees(page.getByRole('alert'))),
  view('resend-verification', 'visitor', '/resend-verification-email'),
  view('forgot-password', 'visitor', '/forgot-password'),
  view('reset-password-refused', 'visitor', '/reset-password?token=unknown', async (page) => {
    await page.getByLabel('New password', { exact: true }).fill('fore on the left');
    await page.getByLabel('Confirm password', { exact: true }).fill('fore on the left');
    await taps(page, 'Reset Password');
    await sees(page.getByRole('alert'));
  }),
];

/** The first page with its dialogs, and support. */
export const HOME: readonly View[] = [
  withStates(view('home', 'newcomer', '/'), { 'home-menu': opens('Menu', 'Menu') }, { phoneOnly: true }),
  view('home-again', 'signer', '/'),
  view('home-running', 'organiser', '/'),
  view('home-unsigned', 'onceSigned', '/'),
  view('home-to-sign', 'finisher', '/'),
  view('home-round', 'player', '/?from=views'),
  view('home-lobby', 'host', '/?from=views'),
  view('home-invitation', 'invited', '/', (page) => sees(dialog(page, 'Invitation!'))),
  view('home-lobby-ended', 'newcomer', '/?lobby-ended=true', (page) => sees(dialog(page, 'Round set-up ended'))),
  view('resume-bar', 'player', '/clubhouse', (page) =>
    sees(page.getByRole('link', { name: /^Resume Round Hole 5 · Proof Links/ })),
  ),
  view('support', 'newcomer', '/support'),
  view('about', 'visitor', '/about'),
  view('terms', 'visitor', '/terms'),
  view('privacy', 'newcomer', '/privacy'),
];

const PICTURE = path.join(ROOT, 'web', 'public', 'icon-180.png');

/** The golfer's own settings, in a drawer on phones. */
export const ACCOUNT: readonly View[] = [
  withStates(view('account', 'newcomer', '/account'), {
    'account-password': opens('Change password', 'Change password'),
    'account-devices': async (page) => {
      await opens("Where you're signed in", "Where you're signed in")(page);
      await sees(page.getByText(/This device/));
    },
    'account-delete': async (page) => {
      await opens('Delete Account', 'Delete your account?')(page);
      await sees(dialog(page, 'Delete your account?').getByText(/can't be undone/));
    },
    'account-picture': async (page) => {
      await page.getByLabel('Add a photo').setInputFiles(PICTURE);
      await sees(page.getByRole('button', { name: 'Undo' }));
    },
    'account-mistakes': async (page) => {
      await page.getByLabel('Full name').fill('');
      await page.getByLabel('Golflink Number').fill('12');
      await page.getByLabel('Full name').focus();
      await sees(page.getByText(/digits/).last());
    },
    'account-unsaved': async (page) => {
      await page.getByLabel('Full name').fill('Nina South');
      // A button in the drawer, a link on the page.
      const close = { name: 'Close', exact: true };
      await page.getByRole('button', close).or(page.getByRole('link', close)).tap();
      await sees(dialog(page, 'Leave without saving?'));
    },
  }),
];
