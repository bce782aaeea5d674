/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { issueId, IssueRows } from './issue-rows.js';
import type { Issue } from './issues.js';

const differs: Issue = { kind: 'mismatch', holeNumber: 5, text: 'You 5 · Alex 4', editable: true };
const note: Issue = { kind: 'note', holeNumber: 9, text: 'Equal result', editable: false };

test('a hole that can be put right is a button that says what is wrong with it', async () => {
  const onEdit = jest.fn();
  render(<IssueRows cardUserId="sam" issues={[differs, note]} onEdit={onEdit} onSettled={() => {}} />);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Hole 5: Scores differ. You 5 · Alex 4' }));
  expect(onEdit.mock.calls).toEqual([[5]]);
  expect(screen.getAllByRole('button')).toHaveLength(1);
  expect(screen.getByText(/Equal result/)).toBeTruthy();
});

test('a row that is only read can still be pointed at', () => {
  render(
    <IssueRows cardUserId="sam" issues={[{ ...differs, editable: false }]} onEdit={() => {}} onSettled={() => {}} />,
  );
  document.getElementById(issueId('sam', 5))?.focus();
  expect(document.activeElement?.textContent).toContain('You 5 · Alex 4');
});

test('tells once that what was being settled is settled, not that others settled something', async () => {
  const onSettled = jest.fn();
  const props = { cardUserId: 'sam', onEdit: () => {}, onSettled };
  const { rerender } = render(<IssueRows {...props} issues={[differs, note]} />);
  rerender(<IssueRows {...props} issues={[differs]} />);
  expect(onSettled).not.toHaveBeenCalled();
  await userEvent.setup().click(screen.getByRole('button'));
  rerender(<IssueRows {...props} issues={[]} />);
  expect(onSettled).toHaveBeenCalledTimes(1);
});
