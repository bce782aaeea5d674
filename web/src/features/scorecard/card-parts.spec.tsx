/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { render, screen, within } from '@testing-library/react';
import { showPages } from '../../shared/testing/pages.js';
import { Corrections } from './player-card.js';
import { Scorecard } from './scorecard.js';
import { ALEX, correction } from '../../outbox/testing/match.js';
import { answer, card, SAM } from './testing/cards.js';

test('the day is the one that the server gives, not one derived from the state or the start', async () => {
  const match = { startedAt: '2026-11-13T13:15:00.000Z', day: '2026-11-13' };
  const shown = answer([card({ player: SAM, marker: ALEX })], match);
  showPages([{ path: '/', element: <Scorecard answer={shown} me={SAM.id} waiting={[]} /> }], '/');
  expect(await screen.findByText('Saltbush Links · Fri, 13 Nov 2026')).toBeTruthy();
});

describe('corrections', () => {
  test('show their holes, old and new scores, reason, note, author and time', () => {
    const erased = correction({ 4: 5 }, { correctionId: 'c2', reason: 'RULING', note: null });
    render(<Corrections corrections={[correction({ 4: 7, 9: 'NS' }), erased]} />);
    const section = within(screen.getByRole('region', { name: 'Corrected by the committee' }));
    expect(section.getByRole('heading', { level: 3 })).toBeTruthy();
    const [item, second] = section.getAllByRole('listitem');
    expect(item?.textContent).toContain('Hole 4: was 4 → now 7');
    expect(item?.textContent).toContain('Hole 9: was 4 → now No Score');
    expect(section.getAllByRole('deletion').map(({ textContent }) => textContent)).toEqual(['4', '4', '4']);
    expect(section.getByText('A penalty was left out, or wrongly given')).toBeTruthy();
    expect(section.getByText('A wrong ball on the 4th.')).toBeTruthy();
    expect(item?.textContent).toMatch(/Zoe Lim, 15 Nov/);
    expect(second?.textContent).toContain('A ruling after the round');
    expect(second?.querySelector('q')).toBeNull();
  });
});
