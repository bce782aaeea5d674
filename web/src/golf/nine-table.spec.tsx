/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { render, screen, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { Nines, type NineHole } from './nine-table.js';

const PLAYED = [4, 3, 6, 1, 5, null, null, 2, 7];

const HOLES = PLAYED.map((strokes, place): NineHole => ({
  number: place + 1,
  par: place === 3 ? 3 : 4,
  index: place === 8 ? [9, 27, 45] : place + 1,
  strokes,
  noScore: place === 5,
  score: place === 0 ? '+' : place === 2 ? '−' : String(place),
  received: place === 0 ? 2 : place === 1 ? -1 : 0,
  mismatch: place === 4,
  waiting: place === 7,
  corrected: place === 8,
}));

function nine(props: Partial<ComponentProps<typeof Nines>> = {}) {
  const out = { holes: HOLES, label: 'Out', par: 35, strokes: 38, score: 17 } as const;
  render(<Nines nines={[out]} of="Sam Reid" {...props} />);
  return screen.getByRole('table', { name: 'Out, Sam Reid' });
}

function texts(table: HTMLElement, row: string): (string | null)[] {
  const header = within(table).getByRole('rowheader', { name: row });
  return within(header.closest('tr') ?? header)
    .getAllByRole('cell')
    .map(spoken);
}

/** What a screen reader reads in a cell: all but what is hidden from it. */
function spoken(cell: HTMLElement): string | null {
  const copy = document.createElement('div');
  copy.append(...[...cell.childNodes].map((node) => node.cloneNode(true)));
  for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
  return copy.textContent;
}

describe('nine holes of a card', () => {
  it('is a table with a heading for each hole, the total and each row', () => {
    const table = nine();
    const columns = within(table).getAllByRole('columnheader');
    expect(columns.map(spoken)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', 'Out']);
    const rows = within(table).getAllByRole('rowheader');
    expect(rows.map(spoken)).toEqual(['Hole', 'Par', 'Strokes', 'Score']);
  });

  it('says every score in words', () => {
    expect(texts(nine(), 'Strokes')).toEqual([
      '4, par, 2 strokes received',
      '3, birdie, gives back 1 stroke',
      '6, double bogey',
      '1, hole in one',
      '5, bogey, scores differ',
      'No Score',
      'not entered',
      '2, eagle, waiting to be sent',
      '7, +3, corrected by the committee',
      '38',
    ]);
  });

  it('says a single sign in words', () => {
    const score = texts(nine(), 'Score');
    expect([score[0], score[1], score[2], score[9]]).toEqual(['plus', '1', 'minus', '17']);
  });

  it('shows the index on request, the first one of three', () => {
    expect(texts(nine({ showIndex: true }), 'Index')).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '']);
  });
});
