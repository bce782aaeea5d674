/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { render, screen, within } from '@testing-library/react';
import { Corrections } from './corrections.js';
import { correction } from './testing/cards.js';

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
