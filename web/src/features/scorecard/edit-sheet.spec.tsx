/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { MatchAnswer } from '@fairmark/contract';
import { endSession, startSession } from '../../api/call/session.js';
import { EMPTY_BOX } from '../../outbox/box.js';
import { changeOutbox, waitingScores } from '../../outbox/outbox.js';
import { EditSheet } from './edit-sheet.js';
import { eighteen } from '../../outbox/testing/match.js';
import { HOLES, twoBall } from './testing/cards.js';

beforeEach(() => startSession({ token: 'token', userId: 'sam' }));
afterEach(() => {
  changeOutbox(() => EMPTY_BOX);
  endSession('signed-out');
  localStorage.clear();
});

async function open({ match, rounds }: MatchAnswer, index: number) {
  const onOpenChange = jest.fn();
  const [round, hole] = [rounds[index]!, HOLES[4]!];
  render(<EditSheet open onOpenChange={onOpenChange} me="sam" {...{ match, round, hole }} />);
  await screen.findByRole('dialog');
  return { onOpenChange, user: userEvent.setup() };
}

const written = (cardUserId: string) =>
  waitingScores('match')
    .filter(({ userId }) => userId === cardUserId)
    .map(({ holeNumber, strokes, noScore, replaces }) => ({ holeNumber, strokes, noScore, replaces }));

test('one tap changes my entry over the one that is shown', async () => {
  const { onOpenChange, user } = await open(twoBall({ byMarker: eighteen(4, { 5: 6 }) }), 0);
  expect(screen.getByRole('dialog', { name: 'Hole 5, your card' })).toBeTruthy();
  expect(screen.getByText('You 4 · Alex 6. Par 4, 350 m')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '7, +3' }));
  expect(written('sam')).toEqual([{ holeNumber: 5, strokes: 7, noScore: false, replaces: 'sam-sam-5' }]);
  expect(onOpenChange).toHaveBeenCalledWith(false);
});

test('takes over what the other side has, as an entry of mine', async () => {
  const { user } = await open(twoBall({}, { byPlayer: eighteen(4, { 5: 'NS' }), byMarker: eighteen(5) }), 1);
  await user.click(screen.getByRole('button', { name: "Use Alex's No Score" }));
  expect(written('alex')).toEqual([{ holeNumber: 5, strokes: null, noScore: true, replaces: 'alex-sam-5' }]);
});

test('has nothing to take over where both say the same, and no pad once the card is signed', async () => {
  await open(twoBall(), 0);
  expect(screen.queryByRole('button', { name: /^Use/ })).toBeNull();
  expect(screen.getByRole('button', { name: '4, par' }).getAttribute('aria-pressed')).toBe('true');
});

test('has no pad once the card is signed', async () => {
  await open(twoBall({ signed: ['MARKER'] }), 0);
  expect(screen.queryByRole('group')).toBeNull();
  expect(screen.getByText(/was signed meanwhile/)).toBeTruthy();
});
