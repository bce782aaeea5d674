/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { queryClient } from '../../api/query-client.js';
import { LiveRegion } from '../../ui/live-region.js';
import { StartBar } from './start-bar.js';
import { golfer, lobbyOf, player, type LobbyParts } from './testing/lobby.js';

const host = player('Alex Tran', { isHost: true, marker: golfer('Bindi Walker') });
const bindi = player('Bindi Walker', { ready: true, marker: golfer('Alex Tran') });

const bar = (invited: string[]) => shown({ users: [host, bindi], invited });

function shown(lobby: LobbyParts) {
  return (
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <LiveRegion />
        <StartBar answer={lobbyOf(lobby)} />
      </MemoryRouter>
    </QueryClientProvider>
  );
}

it('says when a practice round can start, and not that everybody is ready', () => {
  const users = [host, { ...bindi, ready: false }];
  const practice = (handicap: number | null) => shown({ match: { isSocial: true }, users, handicap });
  const { rerender } = render(practice(null));
  rerender(practice(9.1));
  expect(screen.getByText(/You can start playing\.$/).textContent).toBe('You can start playing.');
});

describe('starting while somebody has not answered', () => {
  it('is not what the page calls ready: it says who is missing, and that all are there only afterwards', () => {
    const said = () => document.querySelector('[aria-live]')?.textContent;
    const start = () => screen.getByRole('button', { name: 'Start playing' }).dataset['kind'];
    const { rerender } = render(bar(['Callum Reid']));
    expect(screen.getByText('Waiting for Callum to answer')).toBeTruthy();
    expect(start()).toBe('secondary');
    const before = said();
    rerender(bar([]));
    expect(screen.queryByText('Waiting for Callum to answer')).toBeNull();
    expect(start()).toBe('primary');
    expect(said()).not.toBe(before);
    expect(said()).toMatch(/You can start playing\.\s*$/);
  });

  it('asks, and does not ask by itself again when another one is invited afterwards', async () => {
    const { rerender } = render(bar(['Callum Reid']));
    await userEvent.setup().click(screen.getByRole('button', { name: 'Start playing' }));
    expect(await screen.findByRole('dialog', { name: 'Awaiting invited players' })).toBeTruthy();
    rerender(bar([]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    rerender(bar(['Dana Petrov']));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
