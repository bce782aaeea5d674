/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { errorAnswer, LIMITS, MESSAGES, type OwnUser } from '@fairmark/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { endSession, session, startSession } from '../../api/session.js';
import { rememberCourse } from '../../api/stored-course.js';
import { readStored } from '../../api/stored.js';
import { paths } from '../../app/paths.js';
import { showPages } from '../../app/testing/pages.js';
import { Component as Account } from './account.page.js';

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

interface Asked {
  method: string | undefined;
  path: string;
  body: unknown;
}

const golfer = userEvent.setup({ delay: null });
const phone = window.matchMedia;
let asked: Asked[] = [];
let refusing = false;

beforeEach(() => {
  asked = [];
  refusing = false;
  globalThis.fetch = async (input, init) => {
    const path = typeof input === 'string' ? input : '';
    if (path === '/api/auth/user') return Response.json({ status: 200, user: KARRIE });
    if (path === '/api/ops/me') return Response.json({ status: 200, roles: [] });
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : init?.body;
    asked.push({ method: init?.method, path, body });
    if (refusing) return Response.json(errorAnswer('ROUND_SIGNED'), { status: 409 });
    return Response.json({ status: 200, user: KARRIE, token: 'next-token' });
  };
  // The page that tests run in shows no files.
  URL.createObjectURL = () => 'blob:a-picture';
  URL.revokeObjectURL = () => {};
  startSession({ token: 'a-token', userId: 'karrie' });
});
afterEach(() => {
  cleanup();
  endSession('signed-out');
  window.matchMedia = phone;
});

function show() {
  return showPages(
    [
      { path: paths.account(), Component: Account },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    paths.account(),
  );
}

/** A window of 1024 px and more. */
function onDesktop(): void {
  window.matchMedia = (media) => Object.assign(phone(media), { matches: media === '(min-width: 1024px)' });
}

const press = async (name: string) => golfer.click(await screen.findByRole('button', { name }));
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save and close' });
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);

async function rename(name: string): Promise<void> {
  const input = await field('Full name');
  await golfer.clear(input);
  await golfer.type(input, name);
}

it('shows the golfer on a phone in a drawer; the email is support’s to change', async () => {
  show();
  const drawer = within(await screen.findByRole('dialog', { name: 'Account' }));
  expect((await field('Full name')).value).toBe('Karrie Webb');
  expect(await field('Email')).toMatchObject({ value: 'karrie@example.com', readOnly: true });
  expect(await field('Golflink Number')).toMatchObject({ value: '2040512345', required: true });
  expect(drawer.getByRole('link', { name: 'contact support' }).getAttribute('href')).toBe(paths.support());
  expect(save().disabled).toBe(true);
});

it('says that the golfer could not be fetched', async () => {
  globalThis.fetch = async () => Response.json({ status: 200, roles: [] });
  show();
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch user');
});

it('saves what was changed alone, keeps the renewed token and goes to the Clubhouse', async () => {
  const router = show();
  await rename('Karrie Anne Webb');
  await waitFor(() => expect(save().disabled).toBe(false));
  await golfer.click(save());
  await screen.findByText('Elsewhere');
  expect(asked).toEqual([{ method: 'POST', path: '/api/user/settings', body: { fullName: 'Karrie Anne Webb' } }]);
  expect(router.state.location.pathname).toBe(paths.clubhouse());
  expect(session()?.token).toBe('next-token');
});

it('loses nothing that was typed when it is refused', async () => {
  refusing = true;
  show();
  await rename('Karrie Anne Webb');
  await waitFor(() => expect(save().disabled).toBe(false));
  await golfer.click(save());
  await screen.findByRole('alert');
  expect((await field('Full name')).value).toBe('Karrie Anne Webb');
});

it('closes to the Clubhouse when nothing was changed', async () => {
  const router = show();
  await field('Full name');
  await press('Close');
  await screen.findByText('Elsewhere');
  expect(router.state.location.pathname).toBe(paths.clubhouse());
});

it('asks before changes are left behind', async () => {
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

it('is a page on a desktop, with the same question on its way out', async () => {
  onDesktop();
  show();
  await rename('Nobody');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('heading', { level: 1, name: 'Account' })).toBeTruthy();
  await golfer.click(screen.getByRole('link', { name: 'Close' }));
  await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
});

it('deletes the account after a question, and the session and the course chosen last with it', async () => {
  rememberCourse('fernside');
  show();
  await press('Delete Account');
  const question = await screen.findByRole('alertdialog', { name: 'Delete your account?' });
  expect(asked).toEqual([]);
  await golfer.click(within(question).getByRole('button', { name: 'Delete Account' }));
  await waitFor(() => expect(session()).toBeNull());
  expect(readStored('course.karrie')).toBeNull();
  expect(asked).toEqual([{ method: 'DELETE', path: '/api/user/delete', body: undefined }]);
});

it('says why an account could not be deleted', async () => {
  refusing = true;
  show();
  await press('Delete Account');
  const question = await screen.findByRole('alertdialog', { name: 'Delete your account?' });
  await golfer.click(within(question).getByRole('button', { name: 'Delete Account' }));
  await within(question).findByRole('alert');
  expect(session()).not.toBeNull();
});

/** A file that says it has this many bytes. */
function picture(size = 1_000): File {
  const file = new File(['a picture'], 'me.png', { type: 'image/png' });
  Object.defineProperty(file, 'size', { value: size });
  return file;
}

it('sends a picture, shown before it is sent, as a form', async () => {
  show();
  const file = picture(LIMITS.avatarBytesMax);
  await golfer.upload(await field('Add a picture'), file);
  await waitFor(() =>
    expect(document.querySelector('[role="dialog"] img')?.getAttribute('src')).toBe('blob:a-picture'),
  );
  await waitFor(() => expect(save().disabled).toBe(false));
  await golfer.click(save());
  await screen.findByText('Elsewhere');
  const [{ body } = { body: null }] = asked;
  if (!(body instanceof FormData)) throw new Error('not sent as a form');
  expect([...body.keys()]).toEqual(['avatar']);
  expect(body.get('avatar')).toMatchObject({ name: 'me.png', type: 'image/png' });
});

it('does not send a picture of more than two megabytes; the choice can be undone', async () => {
  show();
  await golfer.upload(await field('Add a picture'), picture(LIMITS.avatarBytesMax + 1));
  await screen.findByText(MESSAGES.fileTooLarge);
  expect(save().disabled).toBe(true);
  await press('Undo');
  await waitFor(() => expect(screen.queryByText(MESSAGES.fileTooLarge)).toBeNull());
  expect(document.querySelector('[role="dialog"] img')).toBeNull();
});
