/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { render, screen } from '@testing-library/react';
import type { MatchAnswer } from '@fairmark/contract';
import { endSession, startSession } from '../../api/call/session.js';
import { EMPTY_BOX } from '../../outbox/box.js';
import { changeOutbox } from '../../outbox/outbox.js';
import { EditSheet } from './edit-sheet.js';
import { HOLES, twoBall } from './testing/cards.js';

beforeEach(() => startSession({ token: 'token', userId: 'sam' }));
afterEach(() => {
  changeOutbox(() => EMPTY_BOX);
  endSession('signed-out');
  localStorage.clear();
});

async function open({ match, rounds }: MatchAnswer, index: number) {
  const [round, hole] = [rounds[index]!, HOLES[4]!];
  render(<EditSheet open onOpenChange={() => {}} me="sam" {...{ match, round, hole }} />);
  await screen.findByRole('dialog');
}

test('the sheet offers nothing to take over when both entries agree', async () => {
  await open(twoBall(), 0);
  expect(screen.queryByRole('button', { name: /^Use/ })).toBeNull();
  expect(screen.getByRole('button', { name: '4, par' }).getAttribute('aria-pressed')).toBe('true');
});

test('the sheet has no pad once the card is signed', async () => {
  await open(twoBall({ signed: ['MARKER'] }), 0);
  expect(screen.queryByRole('group')).toBeNull();
  expect(screen.getByText(/was signed meanwhile/)).toBeTruthy();
});
