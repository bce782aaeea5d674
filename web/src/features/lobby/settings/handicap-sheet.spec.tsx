/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { screen, waitFor } from '@testing-library/react';
import { ERRORS } from '@fairmark/contract';
import { useState } from 'react';
import { queryClient } from '../../../api/call/query-client.js';
import { openAs, type Answers } from '../../../shared/testing/pages.js';
import { type Answer, WRITTEN } from '../../../shared/testing/server.js';
import { HandicapSheet } from './handicap-sheet.js';
import { golfer, LOBBY, lobbyOf } from '../testing/lobby.js';

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

/** Opens the sheet as a golfer whose official handicap is 12.4, and picks 20.4. */
async function picks(more: Answers = {}) {
  const user = golfer('Alex Tran');
  const page = openAs(user.id, [{ path: '/', Component: Lobby }], '/', {
    'GET /api/auth/user': { user },
    [LOBBY]: lobbyOf(),
    'POST /api/user/settings': { ...WRITTEN, user, token: 't' },
    'POST /api/match/ready': { ...WRITTEN, settings: { dailyHandicapForShow: '22' } },
    ...more,
  });
  await page.golfer.click(await screen.findByRole('button', { name: 'Change' }));
  await page.golfer.selectOptions(await whole(), '20');
  return page;
}
const whole = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Whole number' });
const official = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /Update official handicap/ });
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

it('the sheet opens again without what was picked and not saved', async () => {
  const { golfer } = await picks();
  await golfer.click(official());
  expect([(await whole()).value, official().checked]).toEqual(['20', true]);
  await golfer.click(screen.getByRole('button', { name: 'Close' }));
  await closed();
  await golfer.click(screen.getByRole('button', { name: 'Change' }));
  expect([(await whole()).value, official().checked]).toEqual(['12', false]);
});

it('the sheet opened again while it saves shows why that was refused', async () => {
  let answer: (answered: Answer) => void = () => undefined;
  const saving = new Promise<Answer>((resolve) => (answer = resolve));
  const { golfer: user } = await picks({ 'POST /api/match/ready': saving });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await closed();
  await user.click(screen.getByRole('button', { name: 'Change' }));
  await whole();
  answer('MATCH_STARTED');
  expect(await screen.findByText(ERRORS.MATCH_STARTED.message)).toBeTruthy();
});

it('a saved official handicap is not replaced by the answer to an earlier read', async () => {
  const user = golfer('Alex Tran');
  const saved = { ...user, handicap: 20.4, handicapForShow: '20.4' };
  let answer: (answered: object) => void = () => undefined;
  const { golfer: presses } = await picks({
    'GET /api/auth/user': new Promise<object>((resolve) => (answer = resolve)),
    'POST /api/user/settings': { ...WRITTEN, user: saved, token: 't' },
  });
  await presses.click(official());
  await presses.click(screen.getByRole('button', { name: 'Save' }));
  await closed();
  answer({ user });
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await presses.click(screen.getByRole('button', { name: 'Change' }));
  expect(await screen.findByText('Now 20.4')).toBeTruthy();
});

const ROUND = ['/api/match/ready', { matchId: 'match', settings: { handicap: 20.4, ready: false } }];

it.each([
  ['only the round', false, [ROUND]],
  ['the round and, on request, the profile', true, [['/api/user/settings', { handicap: 20.4 }], ROUND]],
])('a saved handicap changes %s', async (_what, alsoOfficial, expected) => {
  const { golfer, calls } = await picks();
  if (alsoOfficial) await golfer.click(official());
  await golfer.click(screen.getByRole('button', { name: 'Save' }));
  await closed();
  const sent = calls.filter(({ call }) => call.startsWith('POST '));
  expect(sent.map(({ path, body }) => [path, body])).toEqual(expected);
});
