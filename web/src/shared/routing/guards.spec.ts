/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { endSession, startSession } from '../../api/call/session.js';
import { writeStored } from '../../api/call/stored.js';
import { rememberNext, takeNext } from './guards.js';

afterEach(() => endSession('signed-out'));

it('a link that was opened without a session is followed once after the sign-in', () => {
  rememberNext('/join-lobby?matchId=m');
  startSession({ token: 't', userId: 'karrie' });
  expect([takeNext(), takeNext()]).toEqual(['/join-lobby?matchId=m', '/']);
});

it.each(['/account', ' //elsewhere.example', ' /\\elsewhere.example', ' https://elsewhere.example', ''])(
  'a stored address of %j leads home',
  (stored) => {
    writeStored('next', stored);
    expect(takeNext()).toBe('/');
  },
);
