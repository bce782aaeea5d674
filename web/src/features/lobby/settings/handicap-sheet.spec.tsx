/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { queryClient } from '../../../api/call/query-client.js';
import { startSession } from '../../../api/call/session.js';
import { serve } from '../../../shared/testing/server.js';
import { HandicapSheet } from './handicap-sheet.js';
import { lobbyOf } from '../testing/lobby.js';

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

function show(): void {
  render(<Lobby />, {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
}
const whole = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Whole number' });
const official = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /Update official handicap/ });

it('the sheet opens again without what was picked and not saved', async () => {
  const golfer = userEvent.setup();
  show();
  await golfer.click(screen.getByRole('button', { name: 'Change' }));
  await golfer.selectOptions(await whole(), '20');
  await golfer.click(official());
  expect([(await whole()).value, official().checked]).toEqual(['20', true]);
  await golfer.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await golfer.click(screen.getByRole('button', { name: 'Change' }));
  expect([(await whole()).value, official().checked]).toEqual(['12', false]);
});

const ROUND = ['/api/match/ready', { matchId: 'match', settings: { handicap: 20.4, ready: false } }];

it.each([
  ['only the round', false, [ROUND]],
  ['the round and, on request, the profile', true, [['/api/user/settings', { handicap: 20.4 }], ROUND]],
])('a saved handicap changes %s', async (_what, alsoOfficial, expected) => {
  const me = { id: 'alex tran', fullName: 'Alex Tran', handicap: 12.4, handicapForShow: '12.4' };
  const settings = {
    handicap: 20.4,
    handicapForShow: '20.4',
    dailyHandicap: 22,
    dailyHandicapForShow: '22',
    ready: false,
  };
  const sent: [path: string, body: unknown][] = [];
  serve(({ call, path, body }) => {
    if (!call.startsWith('POST ')) return path === '/api/auth/user' ? { user: me } : lobbyOf();
    sent.push([path, body]);
    return { user: me, token: 't', settings, position: '1', log: 'l', revision: '2' };
  });
  queryClient.clear();
  startSession({ token: 't', userId: me.id });
  const golfer = userEvent.setup({ delay: null });
  show();
  await golfer.click(screen.getByRole('button', { name: 'Change' }));
  await golfer.selectOptions(await whole(), '20');
  if (alsoOfficial) await golfer.click(official());
  await golfer.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual(expected);
});
