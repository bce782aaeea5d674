/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { ERRORS, LIMITS, MESSAGES, type ErrorCode, type OwnUser, type SessionSummary } from '@fairmark/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { queryClient } from '../../api/call/query-client.js';
import { endSession, session, startSession, whyEnded } from '../../api/call/session.js';
import { readStored, writeStored } from '../../api/call/stored.js';
import { paths } from '../../shared/routing/paths.js';
import { golfer } from '../../shared/testing/hands.js';
import { onDesktop, showPage } from '../../shared/testing/pages.js';
import { serve, type Call } from '../../shared/testing/server.js';
import { EMPTY_BOX } from '../../outbox/box.js';
import { changeOutbox, enterScore, outbox } from '../../outbox/outbox.js';
import { Component as Account } from './account.page.js';
import { SignOut, SignOutEverywhere } from './account-actions.js';
import { rememberCourse } from '../../api/lookups.js';

const KARRIE: OwnUser = {
  id: 'karrie',
  fullName: 'Karrie Webb',
  email: 'karrie@example.com',
  golflinkNumber: '2040512345',
  handicap: 9.1,
  handicapForShow: '9.1',
  gender: 'FEMALE',
  avatar: null,
  homeCourse: null,
  markers: [],
};

let asked: Call[] = [];
let refusal: ErrorCode | null = null;
let roles: object[] = [];
let sessions: SessionSummary[] = [];

beforeEach(() => {
  asked = [];
  refusal = null;
  roles = [];
  serve((call) => {
    if (call.path === '/api/auth/user') return { user: KARRIE };
    if (call.path === '/api/ops/me') return { roles };
    if (call.path === '/api/auth/sessions') return { sessions };
    asked.push(call);
    return refusal ?? { user: KARRIE, token: 'next-token' };
  });
  // jsdom has no object URLs.
  URL.createObjectURL = () => 'blob:a-picture';
  URL.revokeObjectURL = () => {};
  startSession({ token: 'a-token', userId: 'karrie' });
});
afterEach(() => {
  endSession('signed-out');
  changeOutbox(() => EMPTY_BOX);
});

const show = () => showPage(Account, { pathname: paths.account() });

const sent = () => asked.map(({ call, body }) => [call, body]);
const press = async (name: string | RegExp) => golfer.click(await screen.findByRole('button', { name }));
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save and close' });
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);

async function rename(name: string): Promise<void> {
  const input = await field('Full name');
  await golfer.clear(input);
  await golfer.type(input, name);
}

it('shows the profile in a drawer on a phone, with an email that only support changes, and closes unchanged', async () => {
  const router = show();
  const drawer = within(await screen.findByRole('dialog', { name: 'Account' }));
  expect((await field('Full name')).value).toBe('Karrie Webb');
  expect((await field('Full name')).getAttribute('autocapitalize')).toBe('words');
  expect(await field('Email')).toMatchObject({ value: 'karrie@example.com', readOnly: true });
  expect(await field('Golflink Number')).toMatchObject({ value: '2040512345', required: true });
  expect(drawer.getByRole('link', { name: 'contact support' }).getAttribute('href')).toBe(paths.support());
  expect(save().getAttribute('aria-disabled')).toBe('true');
  await press('Close');
  await screen.findByText('Elsewhere');
  expect(router.state.location.pathname).toBe(paths.clubhouse());
});

it('says that the golfer could not be fetched', async () => {
  serve(() => ({ roles: [] }));
  show();
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch user');
});

it('saves only what was changed, keeps the renewed token and goes to the Clubhouse', async () => {
  const router = show();
  await rename('Karrie Anne Webb');
  await waitFor(() => expect(save().getAttribute('aria-disabled')).toBeNull());
  await golfer.click(save());
  await screen.findByText('Elsewhere');
  expect(sent()).toEqual([['POST /api/user/settings', { fullName: 'Karrie Anne Webb' }]]);
  expect(router.state.location.pathname).toBe(paths.clubhouse());
  expect(session()?.token).toBe('next-token');
});

it('shows what another phone has changed, except in a form that is being edited', async () => {
  writeStored('user-copy', JSON.stringify(KARRIE));
  let other = { ...KARRIE, fullName: 'Karrie Anne Webb', handicap: 8.4 };
  serve((call) => (call.path === '/api/auth/user' ? { user: other } : { roles }));
  show();
  await waitFor(async () => expect((await field('Full name')).value).toBe('Karrie Anne Webb'));
  expect(save().getAttribute('aria-disabled')).toBe('true');
  await rename('Karrie Webb');
  await waitFor(() => expect(save().getAttribute('aria-disabled')).toBeNull());
  other = { ...other, fullName: 'K. A. Webb' };
  await act(() => queryClient.refetchQueries({ queryKey: ['user'], exact: true }));
  expect((await field('Full name')).value).toBe('Karrie Webb');
});

it('asks before unsaved changes are lost', async () => {
  show();
  await rename('Nobody');
  await press('Close');
  await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  await press('Keep editing');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect((await field('Full name')).value).toBe('Nobody');
  await press('Close');
  await press('Leave');
  await screen.findByText('Elsewhere');
  expect(asked).toEqual([]);
});

it('is a page on a desktop, which also asks before unsaved changes are lost', async () => {
  onDesktop();
  show();
  await rename('Nobody');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('heading', { level: 1, name: 'Account' })).toBeTruthy();
  await golfer.click(screen.getByRole('link', { name: 'Close' }));
  await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
});

/** Answers the question before a deletion, which says this. */
async function deletesAccount(words = /without your name. This can't be undone/) {
  const router = show();
  await press('Delete Account');
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete your account?' }));
  expect(question.getByText(words)).toBeTruthy();
  expect(asked).toEqual([]);
  await golfer.type(question.getByLabelText('Your password'), 'fore on the left');
  await golfer.click(question.getByRole('button', { name: 'Delete Account' }));
  return { question, router };
}

it('deletes the account after a confirmation, with the session and the remembered course, or says why not', async () => {
  rememberCourse('fernside');
  refusal = 'WRONG_PASSWORD';
  const { question, router } = await deletesAccount();
  await question.findByText(ERRORS.WRONG_PASSWORD.message);
  expect(session()).not.toBeNull();
  refusal = null;
  await golfer.click(question.getByRole('button', { name: 'Delete Account' }));
  await waitFor(() => expect(session()).toBeNull());
  expect(readStored('course.karrie')).toBeNull();
  await waitFor(() => expect(router.state.location.search).toBe('?account-deleted=true'));
  const confirms = ['POST /api/auth/confirm-password', { password: 'fore on the left' }];
  expect(sent()).toEqual([confirms, confirms, ['DELETE /api/user/delete', null]]);
});

it('says that unsent scores are lost with the account, and forgets those of its golfer only', async () => {
  for (const by of ['sam', 'karrie']) {
    startSession({ token: by, userId: by });
    enterScore({ matchId: 'm', userId: by, holeNumber: 5 }, { strokes: 4, noScore: false }, null);
  }
  await deletesAccount(/1 score has not been sent and will be lost. This can't be undone/);
  await waitFor(() => expect(outbox().box.waiting.map(({ by }) => by)).toEqual(['sam']));
});

it('deletes the account once when the answer is lost, and does not ask to sign in again', async () => {
  const answers: ErrorCode[] = ['UNAVAILABLE', 'UNAUTHORIZED'];
  serve(({ call }) => (call.startsWith('DELETE') && answers.shift()) || { user: KARRIE, roles });
  enterScore({ matchId: 'm', userId: 'karrie', holeNumber: 5 }, { strokes: 4, noScore: false }, null);
  await deletesAccount(/1 score has not been sent and will be lost/);
  await waitFor(() => expect(session()).toBeNull(), { timeout: 3_000 });
  expect(whyEnded()).toBe('signed-out');
  await waitFor(() => expect(outbox().box.waiting).toEqual([]));
});

it('asks to sign in again when the session had ended before the account could be deleted', async () => {
  refusal = 'UNAUTHORIZED';
  await deletesAccount();
  await waitFor(() => expect(whyEnded()).toBe('expired'));
});

it('changes the password with the current one, and keeps what was typed when that is wrong', async () => {
  refusal = 'WRONG_PASSWORD';
  show();
  await press('Change password');
  const sheet = within(await screen.findByRole('dialog', { name: 'Change password' }));
  await golfer.type(sheet.getByLabelText('Current password'), 'fore on the left');
  await golfer.type(sheet.getByLabelText('New password'), 'seven iron to the pin');
  await golfer.type(sheet.getByLabelText('Confirm password'), 'seven iron to the pin');
  const change = sheet.getByRole<HTMLButtonElement>('button', { name: 'Change password' });
  await waitFor(() => expect(change.getAttribute('aria-disabled')).toBeNull());
  await golfer.click(change);
  await sheet.findByText(ERRORS.WRONG_PASSWORD.message);
  refusal = null;
  await golfer.click(change);
  await sheet.findByText('Your password has been changed');
  // The fields are gone: the focus stays in the sheet.
  expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Change password' }));
  expect(sent().at(-1)).toEqual([
    'POST /api/auth/change-password',
    { current: 'fore on the left', password: 'seven iron to the pin' },
  ]);
});

it('lists where the golfer is signed in, and ends the session that is chosen', async () => {
  const at = '2026-11-21T08:00:00.000Z';
  sessions = [
    { id: 'here', device: 'iPhone, Safari', signedInAt: at, usedAt: at, isThis: true },
    { id: 'there', device: null, signedInAt: at, usedAt: at, isThis: false },
  ];
  show();
  await press("Where you're signed in");
  await screen.findByText('iPhone, Safari');
  expect(screen.queryByRole('button', { name: /^Sign out iPhone, Safari/ })).toBeNull();
  sessions = sessions.slice(0, 1);
  await press(/^Sign out Unknown device, last used .*\d/);
  await waitFor(() => expect(screen.queryByText('Unknown device')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('dialog'));
  expect(sent()).toEqual([['DELETE /api/auth/sessions/there', null]]);
  sessions = [...sessions, { id: 'later', device: 'Mac, Safari', signedInAt: at, usedAt: at, isThis: false }];
  await press('Close');
  await waitFor(() => expect(screen.queryByText('iPhone, Safari')).toBeNull());
  await press("Where you're signed in");
  await screen.findByText('Mac, Safari');
  refusal = 'UNAVAILABLE';
  await press(/^Sign out Mac, Safari/);
  await screen.findByText(ERRORS.UNAVAILABLE.message);
  // Ended elsewhere.
  sessions = sessions.slice(0, 1);
  await act(() => queryClient.refetchQueries({ queryKey: ['user', 'sessions'] }));
  await waitFor(() => expect(screen.queryByText('Mac, Safari')).toBeNull());
  expect(screen.queryByText(ERRORS.UNAVAILABLE.message)).toBeNull();
});

/** A file that reports this size in bytes. */
function picture(size = 1_000): File {
  const file = new File(['a picture'], 'me.png', { type: 'image/png' });
  Object.defineProperty(file, 'size', { value: size });
  return file;
}

it('shows a chosen picture, then sends it as form data', async () => {
  show();
  const file = picture(LIMITS.avatarBytesMax);
  await golfer.upload(await field('Add a photo'), file);
  await waitFor(() =>
    expect(document.querySelector('[role="dialog"] img')?.getAttribute('src')).toBe('blob:a-picture'),
  );
  await waitFor(() => expect(save().getAttribute('aria-disabled')).toBeNull());
  await golfer.click(save());
  await screen.findByText('Elsewhere');
  const [{ body } = { body: null }] = asked;
  if (!(body instanceof FormData)) throw new Error('not sent as a form');
  expect([...body.keys()]).toEqual(['avatar']);
  expect(body.get('avatar')).toMatchObject({ name: 'me.png', type: 'image/png' });
});

it('does not send a picture of more than two megabytes; the choice can be undone', async () => {
  show();
  await golfer.upload(await field('Add a photo'), picture(LIMITS.avatarBytesMax + 1));
  await screen.findByText(MESSAGES.fileTooLarge);
  expect(save().getAttribute('aria-disabled')).toBe('true');
  await press('Undo');
  await waitFor(() => expect(screen.queryByText(MESSAGES.fileTooLarge)).toBeNull());
  expect(document.querySelector('[role="dialog"] img')).toBeNull();
});

describe('signing out', () => {
  it('asks nothing when every score was sent', async () => {
    showPage(SignOut, { pathname: '/' });
    await press('Sign out');
    await waitFor(() => expect(session()).toBeNull());
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('asks first when a score waits, which stays on the phone', async () => {
    enterScore({ matchId: 'm', userId: 'karrie', holeNumber: 5 }, { strokes: 4, noScore: false }, null);
    showPage(SignOut, { pathname: '/' });
    await press('Sign out');
    const question = await screen.findByRole('alertdialog', { name: '1 score has not been sent' });
    await press('Stay signed in');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(question.isConnected).toBe(false);
    expect(session()).not.toBeNull();
    await press('Sign out');
    await screen.findByRole('alertdialog');
    await press('Sign out');
    await waitFor(() => expect(session()).toBeNull());
    expect(outbox().box.waiting).toHaveLength(1);
  });

  it('everywhere asks first, and ends the session here once the server has ended all, or says why it did not', async () => {
    refusal = 'FORBIDDEN';
    showPage(SignOutEverywhere, { pathname: '/' });
    await press('Sign out everywhere');
    await screen.findByRole('alertdialog', { name: 'Sign out everywhere?' });
    expect(asked).toEqual([]);
    await press('Sign out everywhere');
    expect(await screen.findByText(ERRORS.FORBIDDEN.message)).toBeTruthy();
    expect(session()).not.toBeNull();
    refusal = null;
    await press('Sign out everywhere');
    await waitFor(() => expect(session()).toBeNull());
    expect(sent().at(-1)).toEqual(['POST /api/auth/logout', { everywhere: true }]);
  });
});

it('golfers without a role get no link to Oversight', async () => {
  show();
  await screen.findByRole('button', { name: 'Delete Account' });
  await waitFor(() => expect(queryClient.getQueryData(['ops', 'me'])).toMatchObject({ roles: [] }));
  expect(screen.queryByRole('link', { name: 'Oversight' })).toBeNull();
});
