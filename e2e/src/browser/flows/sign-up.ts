import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { PASSWORD } from '../../support/golfer.js';
import { heading, taps } from '../support/hands.js';
import { comesTo, sees, seesNo } from '../support/sees.js';
import type { Flows } from '../support/stage.js';

/** From signing up to the home page, with the links in the mails. */
export const signUp: Flows = {
  'signs up, opens the link of the mail, signs in and is home': async (stage) => {
    const email = newEmail();
    const phone = await stage.phone();
    const page = await phone.opens('/signup');
    await page.getByLabel('Full name').fill('Nora Newman');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Golflink number').fill('9990198765');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
    await page.getByRole('radio', { name: 'Female' }).tap();
    await taps(page, 'Create account');
    const success = page.getByRole('dialog', { name: 'Success!' });
    await sees(success.getByText('Please check your email to verify your account (check spam)'));

    await phone.opens('/signin');
    await signsIn(page, email, PASSWORD);
    await sees(page.getByRole('alert').filter({ hasText: 'Please verify your email' }));

    const link = await stage.stack.linkFromMail(email);
    await page.goto(link.pathname + link.search);
    await comesTo(page, /^\/signin\?account-verified=true$/);
    const drawer = page.getByRole('dialog', { name: 'Add to Home Screen' });
    await drawer.getByRole('button', { name: 'Close' }).tap();
    await sees(page.getByText('Your email has been verified. Please sign in.'));
    await signsIn(page, email, PASSWORD);
    await comesTo(page, '/');
    await sees(heading(page, /Nora/));

    await page.goto(link.pathname + link.search);
    await comesTo(page, '/');
  },

  'who has forgotten the password sets another one by a mail': async (stage) => {
    const [arthur] = await stage.players(1);
    const phone = await stage.phone();
    const page = await phone.opens('/signin');
    await page.getByLabel('Email').fill(arthur.api.email);
    await page.getByRole('link', { name: 'Forgot password?' }).tap();
    await sees(heading(page, 'Forgot Password?'));
    await taps(page, 'Send Password Reset');
    await sees(page.getByText('Please check your email to set a new password'));
    const link = await stage.stack.linkFromMail(arthur.api.email);
    await page.goto(link.pathname + link.search);
    await page.getByLabel('New password', { exact: true }).fill('fore on the left');
    await page.getByLabel('Confirm password', { exact: true }).fill('fore on the left');
    await taps(page, 'Reset Password');
    await comesTo(page, /^\/signin\?password-reset/);
    await signsIn(page, arthur.api.email, PASSWORD);
    await sees(page.getByRole('alert').filter({ hasText: 'Incorrect email or password' }));
    await signsIn(page, arthur.api.email, 'fore on the left');
    await comesTo(page, '/');
  },

  'with a browser that is too old reads which ones Fairmark needs': async (stage) => {
    const phone = await stage.phone();
    const notice = /^Your browser is too old for Fairmark, which needs at least iOS 16, .* or Firefox \d+\.$/;
    await seesNo((await phone.opens('/signin')).getByText(notice));
    await phone.page.route('**/signin', async (route) => {
      const response = await route.fetch();
      const headers = response.headers();
      // The policy allows the page's own styles only.
      delete headers['content-security-policy'];
      // No browser has it, as old ones have no containers.
      const body = (await response.text()).replace('container-type', 'none-such');
      await route.fulfill({ response, headers, body });
    });
    await sees((await phone.opens('/signin')).getByText(notice));
    await phone.page.unrouteAll({ behavior: 'ignoreErrors' });
  },
};

/** Fills in and submits the sign-in page. */
export async function signsIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await taps(page, 'Sign In');
}

const newEmail = (): string => `nora.${randomUUID().slice(0, 8)}@golfers.example`;
