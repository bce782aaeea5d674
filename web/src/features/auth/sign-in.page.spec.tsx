/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { jest } from '@jest/globals';
import { endSession, session, startSession } from '../../api/call/session.js';
import { SUPPORT_EMAIL } from '../../shared/about-links.js';
import { rememberNext } from '../../shared/routing/guards.js';
import { paths } from '../../shared/routing/paths.js';
import { golfer } from '../../shared/testing/hands.js';
import { showPage } from '../../shared/testing/pages.js';
import { serve } from '../../shared/testing/server.js';
import { EMPTY_BOX } from '../../outbox/box.js';
import { changeOutbox, enterScore } from '../../outbox/outbox.js';
import { howTo } from './home-screen.js';
import { Component as SignIn } from './sign-in.page.js';

const email = () => screen.getByLabelText<HTMLInputElement>('Email');
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Sign In' });

async function enter(): Promise<void> {
  await golfer.type(email(), 'karrie@example.com');
  await golfer.click(password());
  await golfer.paste('correct horse');
  await waitFor(() => expect(button().getAttribute('aria-disabled')).toBeNull());
  await golfer.click(button());
}

afterEach(() => {
  // The last session of the page ends as signed out.
  startSession({ token: 'the-last', userId: 'karrie' });
  endSession('signed-out');
  localStorage.clear();
});

describe('signing in', () => {
  it('stores the session and goes on to the page that required it', async () => {
    const asked = serve(() => ({ token: 'a-token', user: { id: 'karrie' } }));
    rememberNext('/join-lobby?inviteId=1&matchId=2');
    const router = showPage(SignIn, { pathname: paths.signIn() });
    expect(screen.getByText('You are invited to a round')).toBeTruthy();
    await enter();
    expect(await screen.findByText('Elsewhere')).toBeTruthy();
    expect(router.state.location.pathname + router.state.location.search).toBe('/join-lobby?inviteId=1&matchId=2');
    expect(session()).toEqual({ token: 'a-token', userId: 'karrie' });
    expect(asked.map(({ call, body }) => [call, body])).toEqual([
      ['POST /api/auth/login', { email: 'karrie@example.com', password: 'correct horse' }],
    ]);
  });

  it('says that email or password is wrong, and keeps both', async () => {
    serve(() => 'INVALID_CREDENTIALS');
    showPage(SignIn, { pathname: paths.signIn() });
    await enter();
    expect((await screen.findByRole('alert')).textContent).toBe('Incorrect email or password');
    expect(email().value).toBe('karrie@example.com');
    expect(password().value).toBe('correct horse');
  });

  it.each([
    ['is an error', 'GENERIC' as const],
    ['has no token', { user: { id: 'karrie' } }],
    ['has no user', { token: 'a-token' }],
  ])('says that it failed when the answer %s', async (_what, answer) => {
    serve(() => answer);
    showPage(SignIn, { pathname: paths.signIn() });
    await enter();
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to login');
    expect(session()).toBeNull();
  });

  it('asks to verify the email first, with a link that takes the email along', async () => {
    serve(() => 'EMAIL_UNVERIFIED');
    const router = showPage(SignIn, { pathname: paths.signIn() });
    await enter();
    const refusal = await screen.findByRole('alert');
    expect(refusal.textContent).toContain('Please verify your email');
    expect(refusal.textContent).toContain('Please check your email for a verification code');
    await golfer.click(screen.getByRole('link', { name: 'Resend the verification email' }));
    await screen.findByText('Elsewhere');
    expect(router.state.location).toMatchObject({
      pathname: paths.resendVerification(),
      state: { email: 'karrie@example.com' },
    });
  });

  it('gives a blocked golfer the address of support, whose page needs a session', async () => {
    serve(() => 'ACCOUNT_BLOCKED');
    showPage(SignIn, { pathname: paths.signIn() });
    await enter();
    expect((await screen.findByRole('alert')).textContent).toContain('Please contact support.');
    expect(screen.getByRole('link', { name: SUPPORT_EMAIL }).getAttribute('href')).toBe(`mailto:${SUPPORT_EMAIL}`);
  });

  it('takes over an email that was typed on another page', async () => {
    serve(() => ({ token: 'a-token', user: { id: 'karrie' } }));
    showPage(SignIn, { pathname: paths.signIn(), state: { email: 'karrie@example.com' } });
    await waitFor(() => expect(email().value).toBe('karrie@example.com'));
    await golfer.type(password(), 'correct horse');
    await waitFor(() => expect(button().getAttribute('aria-disabled')).toBeNull());
  });
});

describe('the sign-in page', () => {
  it('says that the session ended and that scores wait', async () => {
    startSession({ token: 'a-token', userId: 'karrie' });
    enterScore({ matchId: 'm', userId: 'karrie', holeNumber: 5 }, { strokes: 4, noScore: false }, null);
    endSession('expired');
    showPage(SignIn, { pathname: paths.signIn(), state: { expired: true } });
    expect(screen.getByText('You have been signed out. Sign in again to continue.')).toBeTruthy();
    expect(screen.getByText('Your authentication token is invalid')).toBeTruthy();
    expect(await screen.findByText('1 score is safe on this phone')).toBeTruthy();
    expect(screen.getByText('Sign in as the golfer who entered it, and it is sent.')).toBeTruthy();
    act(() => changeOutbox(() => EMPTY_BOX));
  });

  it('says that the session ended while its page was loading, but not after an account was created', () => {
    startSession({ token: 'a-token', userId: 'karrie' });
    endSession('expired');
    showPage(SignIn, { pathname: paths.signIn() });
    expect(screen.getByText('You have been signed out. Sign in again to continue.')).toBeTruthy();
    cleanup();
    showPage(SignIn, { pathname: paths.signIn(), state: { registered: true } });
    expect(screen.getByText(/^Please check your email to verify/)).toBeTruthy();
    expect(screen.queryByText('You have been signed out. Sign in again to continue.')).toBeNull();
  });

  it('says at a secure address that scores may wait at the plain one', async () => {
    document.head.insertAdjacentHTML('beforeend', '<meta name="http-port" content="3000">');
    showPage(SignIn, { pathname: paths.signIn() });
    const plain = await screen.findByRole('link', { name: 'http://localhost:3000' });
    expect(plain.parentElement?.textContent).toMatch(/Scores that still wait can only be sent from there/);
    document.querySelector('meta[name="http-port"]')?.remove();
  });

  it.each([
    ['password-reset', 'Your password has been reset'],
    ['account-deleted', 'Your account has been deleted'],
  ])('says why the golfer is here: %s', (reason, words) => {
    showPage(SignIn, { pathname: paths.signIn(), search: `?${reason}=true` });
    expect(screen.getByText(words)).toBeTruthy();
  });

  it('has no notice on an ordinary visit', () => {
    showPage(SignIn, { pathname: paths.signIn() });
    expect(screen.getByRole('heading', { level: 1, name: 'Sign in' })).toBeTruthy();
    expect(document.querySelector('[data-kind="info"], [data-kind="success"]')).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('Add to Home Screen', () => {
  /** Shows the page in place of the one that has verified the email. */
  const verified = async () => {
    const router = showPage(SignIn, { pathname: paths.signIn() });
    await act(() => router.navigate(paths.signIn({ 'account-verified': 'true' }), { replace: true }));
    return router;
  };
  const drawer = () => screen.findByRole('dialog', { name: 'Add to Home Screen' });
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
  afterEach(() => jest.useRealTimers());

  it('opens when the email was verified, closes by itself after 3 seconds and can be opened again', async () => {
    await verified();
    await drawer();
    expect(screen.getByText('Your email has been verified. Please sign in.')).toBeTruthy();
    act(() => jest.advanceTimersByTime(2_000));
    expect(screen.queryByRole('dialog')).toBeTruthy();
    act(() => jest.advanceTimersByTime(1_000));
    await closed();
    fireEvent.click(screen.getByRole('button', { name: 'Add to Home Screen' }));
    await drawer();
    act(() => jest.advanceTimersByTime(10_000));
    expect(screen.queryByRole('dialog')).toBeTruthy();
  });

  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15', 5, ['iPhone and iPad']],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 5, ['iPhone and iPad']],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 0, ['iPhone and iPad', 'Android']],
    ['Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile', 5, ['Android']],
  ])('explains to %s with %i touch points how to do it: %j', (userAgent, maxTouchPoints, phones) => {
    expect(howTo({ userAgent, maxTouchPoints }).map(({ phone }) => phone)).toEqual(phones);
  });

  it('opens when the address is opened directly', async () => {
    showPage(SignIn, { pathname: paths.signIn(), search: '?account-verified=true' });
    await drawer();
  });

  it('does not open again when the golfer comes back to the page', async () => {
    const router = await verified();
    await drawer();
    await act(() => router.navigate(paths.forgotPassword()));
    await act(() => router.navigate(-1));
    expect(await screen.findByText('Your email has been verified. Please sign in.')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('stays open once the golfer points at it, until it is closed', async () => {
    await verified();
    fireEvent.pointerOver(await drawer());
    act(() => jest.advanceTimersByTime(10_000));
    expect(screen.queryByRole('dialog')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await closed();
  });
});
