import { taps } from '../hands.js';
import { sees } from '../sees.js';
import { at, nobody, opens, type View } from './view.js';

/** Before anybody is signed in. */
export const AUTH: readonly View[] = [
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
