/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { endSession, session, startSession } from '../../api/session.js';
import { EMPTY_BOX } from '../../outbox/box.js';
import { changeOutbox, outbox, recordScore } from '../../outbox/outbox.js';
import { SignOut } from './sign-out.js';

const golfer = userEvent.setup({ delay: null });

const press = (name: string) => golfer.click(screen.getByRole('button', { name }));

beforeEach(() => {
  globalThis.fetch = async () => Response.json({ status: 200 });
  startSession({ token: 'a-token', userId: 'karrie' });
});
afterEach(() => {
  endSession('signed-out');
  changeOutbox(() => EMPTY_BOX);
});

it('signs out at once when every score was sent', async () => {
  render(<SignOut />);
  await press('Sign out');
  await waitFor(() => expect(session()).toBeNull());
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('asks first when a score waits, which stays on the phone', async () => {
  recordScore({ matchId: 'm', cardUserId: 'karrie', holeNumber: 5, strokes: 4, noScore: false, replaces: null });
  render(<SignOut />);
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
