/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import type { ErrorCode } from '@fairmark/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { paths } from '../../shared/routing/paths.js';
import { golfer } from '../../shared/testing/hands.js';
import { showPage, showPages } from '../../shared/testing/pages.js';
import { serve } from '../../shared/testing/server.js';
import { queryClient } from '../../api/call/query-client.js';
import { endSession, startSession } from '../../api/call/session.js';
import { takeNext } from '../../shared/routing/guards.js';
import { routes } from '../../shell/routes.js';
import { Component as EmailPage } from './email.page.js';
import { Component as ResetPassword } from './reset-password.page.js';
import { Component as VerifyEmail } from './verify-email.page.js';

async function press(name: string): Promise<void> {
  const button = screen.getByRole<HTMLButtonElement>('button', { name });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull());
  await golfer.click(button);
}

describe('the link that verifies an email', () => {
  const at = { pathname: paths.verifyEmail(), search: '?token=of-a-mail' };

  it.each<[ErrorCode, string, string[]]>([
    ['INVALID_TOKEN', 'Invalid email verification token.', ['Send again']],
    ['FORBIDDEN', 'Email verification failed.', ['Send again']],
    ['ALREADY_VERIFIED', 'Your email has already been verified.', ['Sign in', 'Send again']],
  ])('that fails with %s says so, and offers another mail', async (code, text, links) => {
    serve(() => code);
    showPage(VerifyEmail, at);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByText('Send another email verification?')).toBeTruthy();
    expect(screen.getAllByRole('link', { name: /^S/ }).map((link) => link.textContent)).toEqual(links);
    expect(screen.getByRole('link', { name: 'Send again' }).getAttribute('href')).toBe('/resend-verification-email');
  });

  it('says that its token is missing, and sends nothing', () => {
    const asked = serve(() => ({}));
    showPage(VerifyEmail, { pathname: paths.verifyEmail() });
    expect(screen.getByRole('alert').textContent).toBe('Email verification token is missing.');
    expect(asked).toEqual([]);
  });

  it('can be tried again when there was no answer', async () => {
    serve(() => 'UNAVAILABLE');
    const router = showPage(VerifyEmail, at);
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve(() => ({}));
    await golfer.click(again);
    await screen.findByText('Elsewhere');
    expect(router.state.location.pathname).toBe(paths.signIn());
  });

  it('keeps the golfer waiting until the sign-in page has loaded', async () => {
    serve(() => ({}));
    const signIn = { path: paths.signIn(), lazy: () => new Promise<never>(() => undefined) };
    const router = showPages([{ path: at.pathname, Component: VerifyEmail }, signIn], at);
    await waitFor(() => expect(router.state.navigation.location?.pathname).toBe(paths.signIn()));
    expect(screen.getByText('Verifying')).toBeTruthy();
  });

  it('verifies it also on a phone where another golfer is signed in, who stays so', async () => {
    const asked = serve(({ path }) => (path === '/api/auth/verify-email' ? {} : 'NOT_FOUND'));
    startSession({ token: 't', userId: 'karrie' });
    showPages(routes, at);
    expect(await screen.findByText(/^Another golfer is signed in here/)).toBeTruthy();
    // As the socket does when it connects.
    await act(() => queryClient.invalidateQueries());
    expect(screen.getByRole('link', { name: 'Back to Fairmark' })).toBeTruthy();
    expect(asked.filter(({ path }) => path === '/api/auth/verify-email').map(({ token }) => token)).toEqual([null]);
    endSession('signed-out');
  });
});

describe('requesting a mail', () => {
  it('to set a new password can be repeated after a refusal', async () => {
    serve(() => 'INVALID_CREDENTIALS');
    showPage(EmailPage, { pathname: paths.forgotPassword() });
    expect(screen.getByRole('heading', { level: 1, name: 'Forgot Password?' })).toBeTruthy();
    expect(screen.getByText(/^Lost or mistyped your email\?/).querySelector('a')?.href).toMatch(/^mailto:/);
    await golfer.type(screen.getByLabelText('Email'), 'karrie@example.com');
    await press('Send Password Reset');
    await screen.findByRole('alert');
    serve(() => ({}));
    await press('Send Password Reset');
    expect(await screen.findByText('Sent! Please check your email to set a new password.')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  // The router ignores case and a last slash.
  it.each(['', '/'])('to verify an email uses the email that was typed before (address%s)', async (slash) => {
    const asked = serve(() => ({}));
    showPage(EmailPage, { pathname: paths.resendVerification() + slash, state: { email: 'karrie@example.com' } });
    expect(screen.getByRole('heading', { level: 1, name: 'Verify your email' })).toBeTruthy();
    await press('Resend Verification Email');
    expect(await screen.findByText('Sent!')).toBeTruthy();
    expect(asked[0]?.body).toEqual({ email: 'karrie@example.com' });
    await golfer.type(screen.getByLabelText('Email'), '.au');
    expect(screen.getByText(/^It went to karrie@example\.com\./)).toBeTruthy();
    serve(() => 'EMAIL_NOT_FOUND');
    await press('Resend Verification Email');
    expect((await screen.findByRole('alert')).textContent).toMatch(/does not match an account awaiting verification/);
    expect(screen.queryByText('Sent!')).toBeNull();
  });
});

describe('a new password', () => {
  const at = { pathname: paths.resetPassword(), search: '?token=of-a-mail' };

  async function set(): Promise<void> {
    await golfer.type(screen.getByLabelText('New password'), 'correct horse');
    await golfer.type(screen.getByLabelText('Confirm password'), 'correct horse');
    await press('Reset Password');
  }

  it('is sent once, and a refusal after a lost answer says that it may already be set', async () => {
    const asked = serve(() => 'GENERIC');
    showPage(ResetPassword, at);
    await set();
    await screen.findByRole('alert');
    expect(asked.length).toBe(1);
    serve(() => 'INVALID_RESET_TOKEN');
    await press('Reset Password');
    expect(await screen.findByText('Password reset token is not valid.')).toBeTruthy();
    expect(screen.getByText(/Have you sent this password before\? Then try to sign in with it/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ask for a new link' })).toBeTruthy();
  });

  it('is set also on a phone where a golfer is signed in, who is signed out, if need be with another link', async () => {
    serve(({ path }) => (path === '/api/auth/reset-password' ? 'INVALID_RESET_TOKEN' : 'NOT_FOUND'));
    startSession({ token: 't', userId: 'karrie' });
    const router = showPages(routes, at);
    await screen.findByLabelText('New password');
    await set();
    await golfer.click(await screen.findByRole('link', { name: 'Ask for a new link' }));
    expect(await screen.findByRole('heading', { name: 'Forgot Password?' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to Fairmark' })).toBeTruthy();
    // Its session may be over before the answer arrives.
    serve(({ path }) => {
      if (path !== '/api/auth/reset-password') return 'NOT_FOUND';
      endSession('expired');
      return {};
    });
    await act(() => router.navigate(-1));
    await screen.findByLabelText('New password');
    await set();
    expect(await screen.findByText('Your password has been reset')).toBeTruthy();
    expect(screen.queryByText(/^You have been signed out/)).toBeNull();
    startSession({ token: 't', userId: 'karrie' });
    expect(takeNext()).toBe('/');
  });
});
