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

it('a page that was requested after a sign-out is kept only for the golfer who signed out', () => {
  startSession({ token: 't', userId: 'karrie' });
  endSession('signed-out');
  rememberNext('/score/5?id=m');
  startSession({ token: 't2', userId: 'adam' });
  expect(takeNext()).toBe('/');
  startSession({ token: 't3', userId: 'karrie' });
  endSession('expired');
  rememberNext('/score/5?id=m');
  startSession({ token: 't4', userId: 'karrie' });
  expect(takeNext()).toBe('/score/5?id=m');
});

it.each(['/account', ' //elsewhere.example', ' /\\elsewhere.example', ' https://elsewhere.example', ''])(
  'a stored address of %j leads home',
  (stored) => {
    writeStored('next', stored);
    expect(takeNext()).toBe('/');
  },
);
