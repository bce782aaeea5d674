/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { render, screen, within } from '@testing-library/react';
import { Players } from './players.js';
import { golfer, lobbyOf, player } from './testing/lobby.js';

describe('the players of a lobby', () => {
  it('says of each one how far he or she is, in words', () => {
    const users = [
      player('Alex Tran', { isHost: true, dailyHandicapForShow: '14', marker: golfer('Bindi Walker') }),
      player('Bindi Walker', { ready: true }),
      player('Callum Reid'),
    ];
    render(<Players answer={lobbyOf({ users, invited: ['Dana Petrov'] })} />);
    const rows = screen.getAllByRole('listitem');
    const [alex, bindi, callum, dana] = rows.map((row) => within(row));
    expect(rows).toHaveLength(4);
    expect(alex?.getByText('Host')).toBeTruthy();
    expect(alex?.getByText('Daily 14 · Marker: Bindi Walker')).toBeTruthy();
    expect(bindi?.getByText('Ready')).toBeTruthy();
    expect(callum?.getByText('Setting up')).toBeTruthy();
    expect(dana?.getByText('Invited')).toBeTruthy();
  });

  it('offers the host what can be done about each', () => {
    render(
      <Players
        answer={lobbyOf({ invited: ['Dana Petrov'] })}
        renderActions={({ isHost }) => (isHost ? null : <button type="button">Remove</button>)}
        renderInvitedActions={({ fullName }) => <button type="button">{`Remove ${fullName}`}</button>}
      />,
    );
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Remove Dana Petrov']);
  });
});
