/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { errorAnswer, ERRORS } from '@fairmark/contract';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { endSession, session, startSession } from '../../api/session.js';
import { SignOutEverywhere } from './sign-out-everywhere.js';

const golfer = userEvent.setup({ delay: null });
const asked: { path: string; body: unknown }[] = [];
let answer = (): Response => Response.json({ status: 200 });

beforeEach(() => {
  asked.length = 0;
  answer = () => Response.json({ status: 200 });
  globalThis.fetch = async (input, init) => {
    const request = new Request(new URL(input instanceof Request ? input.url : input, 'http://fairmark.test'), init);
    asked.push({ path: new URL(request.url).pathname, body: await request.json() });
    return answer();
  };
  startSession({ token: 'a-token', userId: 'karrie' });
  render(<SignOutEverywhere />);
});
afterEach(() => endSession('signed-out'));

const open = async () => {
  await golfer.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
  return screen.findByRole('alertdialog', { name: 'Sign out everywhere?' });
};
const confirm = () => golfer.click(screen.getByRole('button', { name: 'Sign out everywhere' }));

it('asks, ends every session on the server, then the one here', async () => {
  await open();
  expect(asked).toEqual([]);
  await confirm();
  await waitFor(() => expect(session()).toBeNull());
  expect(asked).toEqual([{ path: '/api/auth/logout', body: { everywhere: true } }]);
});

it('stays signed in where the server did not do it, and says why', async () => {
  answer = () => Response.json(errorAnswer('UNAVAILABLE'), { status: 503 });
  await open();
  await confirm();
  expect(await screen.findByText(ERRORS.UNAVAILABLE.message)).toBeTruthy();
  expect(session()).not.toBeNull();
});
