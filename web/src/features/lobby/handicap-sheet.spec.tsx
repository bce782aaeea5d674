/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { queryClient } from '../../api/query-client.js';
import { HandicapSheet } from './handicap-sheet.js';
import { lobbyOf } from './testing/lobby.js';

function Lobby() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Change</button>
      <HandicapSheet
        answer={lobbyOf({ handicap: 12.4 })}
        open={open}
        onOpenChange={setOpen}
        onSaved={() => undefined}
      />
    </>
  );
}

it('what was picked and not saved is gone when the sheet opens again', async () => {
  const golfer = userEvent.setup();
  render(<Lobby />, {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  const whole = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Whole number' });
  const official = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /Update official handicap/ });
  await golfer.click(screen.getByRole('button', { name: 'Change' }));
  await golfer.selectOptions(await whole(), '20');
  await golfer.click(official());
  expect([(await whole()).value, official().checked]).toEqual(['20', true]);
  await golfer.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await golfer.click(screen.getByRole('button', { name: 'Change' }));
  expect([(await whole()).value, official().checked]).toEqual(['12', false]);
});
