/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { jest } from '@jest/globals';
import { paths } from '../../shared/routing/paths.js';
import { showPage } from '../../shared/testing/pages.js';
import { serve } from '../../shared/testing/server.js';
import { Component as SignUp } from './sign-up.page.js';

const golfer = userEvent.setup({ delay: null, advanceTimers: (ms) => jest.advanceTimersByTime(ms) });

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Create account' });

async function fill(label: string, text: string): Promise<void> {
  await golfer.click(screen.getByLabelText(label));
  await golfer.paste(text);
}

async function createAccount(): Promise<void> {
  await fill('Full name', 'Karrie Webb');
  await fill('Email', 'karrie@example.com');
  await fill('Golflink number', '2040512345');
  await fill('Password', 'correct horse');
  await fill('Confirm password', 'correct horse');
  await golfer.selectOptions(screen.getByLabelText('Whole number'), '+2');
  await golfer.selectOptions(screen.getByLabelText('Decimal'), '.4');
  await golfer.click(screen.getByRole('radio', { name: 'Female' }));
  await waitFor(() => expect(button().getAttribute('aria-disabled')).toBeNull());
  await golfer.click(button());
}

beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
afterEach(() => jest.useRealTimers());

it('creates an account, and opens the sign-in page after 9 seconds', async () => {
  const asked = serve(() => ({ token: 'of-no-use-yet', user: { id: 'karrie' } }));
  const router = showPage(SignUp, { pathname: paths.signUp() });
  expect(screen.getByRole('group', { name: 'Gender', description: 'Sets your tee' })).toBeTruthy();
  expect(screen.getByLabelText('Full name').getAttribute('autocapitalize')).toBe('words');
  expect([screen.getByDisplayValue('9'), screen.getByDisplayValue('.1')]).toHaveLength(2);
  await createAccount();
  const success = await screen.findByRole('dialog', { name: 'Success!' });
  expect(success.textContent).toContain('Please check your email to verify your account (check spam)');
  expect(asked.map(({ call, body }) => [call, body])).toEqual([
    [
      'POST /api/auth/register',
      {
        fullName: 'Karrie Webb',
        email: 'karrie@example.com',
        golflinkNumber: '2040512345',
        handicap: -2.4,
        password: 'correct horse',
        gender: 'FEMALE',
      },
    ],
  ]);
  expect(localStorage.getItem('fairmark.token')).toBeNull();
  await golfer.keyboard('{Escape}');
  act(() => jest.advanceTimersByTime(8_000));
  expect(screen.getByRole('dialog', { name: 'Success!' })).toBeTruthy();
  act(() => jest.advanceTimersByTime(1_000));
  await screen.findByText('Elsewhere');
  expect(router.state.location).toMatchObject({ pathname: paths.signIn(), state: { email: 'karrie@example.com' } });
});

it('opens the sign-in page at once by a button', async () => {
  serve(() => ({ token: 'of-no-use-yet', user: { id: 'karrie' } }));
  const router = showPage(SignUp, { pathname: paths.signUp() });
  await createAccount();
  await golfer.click(await screen.findByRole('button', { name: 'Go to sign in' }));
  await screen.findByText('Elsewhere');
  expect(router.state.location.pathname).toBe(paths.signIn());
});

it('retries with the same Idempotency-Key, because the first request may have arrived', async () => {
  const first = serve(() => 'TOO_MANY_REQUESTS');
  showPage(SignUp, { pathname: paths.signUp() });
  await createAccount();
  await screen.findByRole('alert');
  const second = serve(() => ({ token: 'of-no-use-yet', user: { id: 'karrie' } }));
  await golfer.click(button());
  await screen.findByRole('dialog', { name: 'Success!' });
  expect(second.map(({ key }) => key)).toEqual(first.map(({ key }) => key));
});

it('leads to sign in when the email has an account, and keeps what was typed', async () => {
  serve(() => 'EMAIL_TAKEN');
  const router = showPage(SignUp, { pathname: paths.signUp() });
  await createAccount();
  const refusal = await screen.findByRole('alert');
  expect(refusal.textContent).toContain('An account already exists with this email');
  expect(screen.getByLabelText<HTMLInputElement>('Full name').value).toBe('Karrie Webb');
  expect(screen.getByLabelText<HTMLInputElement>('Confirm password').value).toBe('correct horse');
  const [inBanner] = screen.getAllByRole('link', { name: 'Sign in' });
  if (inBanner !== undefined) await golfer.click(inBanner);
  await screen.findByText('Elsewhere');
  expect(router.state.location).toMatchObject({ pathname: paths.signIn(), state: { email: 'karrie@example.com' } });
});

it('opens the terms of use in a new tab, which leaves the form as it is', async () => {
  serve(() => ({}));
  showPage(SignUp, { pathname: paths.signUp() });
  await act(() => Promise.resolve());
  const terms = screen.getByRole('link', { name: /^Terms of use/ });
  expect(terms.getAttribute('href')).toBe(paths.terms());
  expect(terms.getAttribute('target')).toBe('_blank');
});
