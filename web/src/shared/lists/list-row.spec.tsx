/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { ListRow, RowList } from './list-row.js';

describe('a row of a list', () => {
  it('is one link with one accessible name', () => {
    render(
      <MemoryRouter>
        <RowList label="Rounds">
          <ListRow to="/card" lead="Sat 21 Nov" name="Stroke" note="Harrow Point" value="71" unit="nett" />
          <ListRow to="/new" name="Par" newTab />
        </RowList>
      </MemoryRouter>,
    );
    expect(screen.getByRole('list', { name: 'Rounds' })).toBeTruthy();
    const card = screen.getByRole('link', { name: 'Sat 21 Nov Stroke Harrow Point 71 nett' });
    expect(card.getAttribute('href')).toBe('/card');
    expect(screen.getByRole('link', { name: 'Par (opens a new tab)' }).getAttribute('target')).toBe('_blank');
  });

  it('opens a dialog, or is plain text', async () => {
    const opened: string[] = [];
    render(
      <RowList>
        <ListRow name="Alex Kerr" value="36" onPress={() => opened.push('Alex')} />
        <ListRow lead="2" name="Jo Tran" value="35" own />
      </RowList>,
    );
    await userEvent.click(screen.getByText('36'));
    expect(opened).toEqual(['Alex']);
    expect(screen.getAllByRole('button')).toHaveLength(1);
    expect(screen.getByText('Jo Tran').closest('[data-own=true]')).toBeTruthy();
  });
});
