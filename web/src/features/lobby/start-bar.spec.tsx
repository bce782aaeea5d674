/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { queryClient } from '../../api/query-client.js';
import { LiveRegion } from '../../ui/live-region.js';
import { StartBar } from './start-bar.js';
import { golfer, lobbyOf, player } from './testing/lobby.js';

const host = player('Alex Tran', { isHost: true, marker: golfer('Bindi Walker') });
const bindi = player('Bindi Walker', { ready: true, marker: golfer('Alex Tran') });

function bar(invited: string[]) {
  return (
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <LiveRegion />
        <StartBar answer={lobbyOf({ users: [host, bindi], invited })} />
      </MemoryRouter>
    </QueryClientProvider>
  );
}

describe('starting while somebody has not answered', () => {
  it('is not what the page calls ready: it says who is missing, and that all are there only afterwards', () => {
    const start = () => screen.getByRole('button', { name: 'Start playing' }).dataset['kind'];
    const { rerender } = render(bar(['Callum Reid']));
    expect(screen.getByText('Waiting for Callum to answer')).toBeTruthy();
    expect(start()).toBe('secondary');
    expect(screen.queryByText(/Everybody is ready/)).toBeNull();
    rerender(bar([]));
    expect(screen.queryByText('Waiting for Callum to answer')).toBeNull();
    expect(start()).toBe('primary');
    expect(screen.getByText('Everybody is ready. You can start playing.')).toBeTruthy();
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
