import { taps } from '../hands.js';
import { sees } from '../sees.js';
import { opens, view, withStates, type View } from './view.js';

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
