/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ResultsTable } from './results-table.js';
import { ScoreKey } from './score-key.js';
import { SortHeader } from './sort-header.js';

describe('a table of results', () => {
  it('says which column its rows are in order of, and is put in another order by a button', async () => {
    const sorted: string[] = [];
    const head = (label: string, order: 'ascending' | 'descending' | null) => (
      <SortHeader key={label} kind="number" label={label} sorted={order} onSort={() => sorted.push(label)} />
    );
    render(
      <ResultsTable caption="Verified rounds" head={[head('STFD', 'descending'), head('NETT', null)]}>
        <tr>
          <td>41</td>
          <td>69</td>
        </tr>
      </ResultsTable>,
    );
    expect(screen.getByRole('table', { name: 'Verified rounds' })).toBeTruthy();
    expect(screen.getAllByRole('columnheader').map((cell) => cell.getAttribute('aria-sort'))).toEqual([
      'descending',
      null,
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'NETT' }));
    expect(sorted).toEqual(['NETT']);
  });
});

describe('the scoring key', () => {
  it('names every shape', () => {
    render(<ScoreKey />);
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/^\d/, ''))).toEqual([
      'Albatross',
      'Eagle',
      'Birdie',
      'Par',
      'Bogey',
      'Double Bogey or Worse',
    ]);
  });
});
