/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { jest } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { showPages } from '../../shared/testing/pages.js';
import { Corrections } from './player-card.js';
import { IssueRows } from './issue-rows.js';
import type { Issue } from './parts/issues.js';
import { Scorecard } from './scorecard.js';
import { ALEX, correction } from '../../outbox/testing/match.js';
import { answer, card, SAM } from './testing/cards.js';

test('the day is the course’s own as the server counts it, whatever date state and moment suggest', async () => {
  const match = { startedAt: '2026-11-13T13:15:00.000Z', day: '2026-11-13' };
  const shown = answer([card({ player: SAM, marker: ALEX })], match);
  showPages([{ path: '/', element: <Scorecard answer={shown} me={SAM.id} waiting={[]} /> }], '/');
  expect(await screen.findByText('Saltbush Links · Fri, 13 Nov 2026')).toBeTruthy();
});

describe('corrections', () => {
  test('says which holes, from what to what, why, in whose words and when', () => {
    render(<Corrections corrections={[correction({ 4: 7, 9: 'NS' })]} />);
    const section = within(screen.getByRole('region', { name: 'Corrected by the committee' }));
    expect(section.getByRole('heading', { level: 3 })).toBeTruthy();
    const item = section.getByRole('listitem');
    expect(item.textContent).toContain('Hole 4: was 4 → now 7');
    expect(item.textContent).toContain('Hole 9: was 4 → now No Score');
    expect(section.getAllByRole('deletion').map(({ textContent }) => textContent)).toEqual(['4', '4']);
    expect(section.getByText('A penalty was left out, or wrongly given')).toBeTruthy();
    expect(section.getByText('A wrong ball on the 4th.')).toBeTruthy();
    expect(item.textContent).toMatch(/Zoe Lim, 15 Nov/);
  });

  test('one after the other, and says nothing where the words were erased', () => {
    render(
      <Corrections
        corrections={[
          correction({ 4: 7 }, { note: null }),
          correction({ 4: 5 }, { correctionId: 'c2', reason: 'RULING' }),
        ]}
      />,
    );
    const [first, second] = screen.getAllByRole('listitem');
    expect(first?.querySelector('q')).toBeNull();
    expect(second?.textContent).toContain('A ruling after the round');
  });
});

describe('rows of holes', () => {
  const of = { userId: 'sam', card: '' };
  const differs: Issue = { ...of, kind: 'mismatch', holeNumber: 5, text: 'You 5 · Alex 4', editable: true };
  const note: Issue = { ...of, kind: 'note', holeNumber: 9, text: 'Equal result', editable: false };
  const theirs: Issue = { ...differs, userId: 'alex', card: "Alex's card" };

  test('a hole that can be put right is a button that says what is wrong with it, and on whose card', async () => {
    const onEdit = jest.fn();
    render(<IssueRows label="To settle" issues={[differs, theirs, note]} onEdit={onEdit} />);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Hole 5: Scores differ. You 5 · Alex 4' }));
    await user.click(screen.getByRole('button', { name: "Hole 5: Scores differ. You 5 · Alex 4 Alex's card" }));
    expect(onEdit.mock.calls).toEqual([[differs], [theirs]]);
    expect(screen.getAllByRole('button')).toHaveLength(2);
    expect(screen.getByText(/Equal result/)).toBeTruthy();
  });
});
