/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import type { CurrentMatch, ErrorCode, Invite } from '@fairmark/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { openAs } from '../../shared/testing/pages.js';
import { serve } from '../../shared/testing/server.js';
import { InvitationPrompt } from './invitation-prompt.js';

const COURSE = { id: 'course', name: 'Fernside', clubName: 'Fernside Golf Club', courseName: 'Fernside' };
const INVITE: Invite = {
  id: 'invite',
  inviteId: 'invite',
  status: 'PENDING',
  host: { id: 'alex', fullName: 'Alex Tran' },
  course: COURSE,
  match: { id: 'm', playType: 'COMPETITION', matchType: 'STROKE', tee: 'Standard' },
  matchId: 'm',
};
const WRITTEN = { position: '2', log: 'log', revision: '2' };

/** A page with an invitation of Alex. `answered` grows with every answer that the golfer sends. */
function open({ current = null, reply = WRITTEN }: { current?: CurrentMatch | null; reply?: object | ErrorCode } = {}) {
  const answered: string[] = [];
  let open = true;
  serve(({ call, path, body }) => {
    if (call.startsWith('PUT ')) {
      answered.push((body as { status: string }).status);
      open = false;
      return reply;
    }
    if (path === '/api/match/invites') return { position: '1', invites: open ? [INVITE] : [] };
    return path === '/api/match/current' ? { position: '1', current } : 'MATCH_NOT_FOUND';
  });
  const routes = [
    { path: '/', Component: InvitationPrompt },
    { path: '/lobby-invitation', element: <p>Lobby</p> },
  ];
  return { answered, ...openAs('sam', routes, '/') };
}

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Invitation!' }));

it('names host and course; accepted, it leads to the lobby', async () => {
  const { golfer, answered, at } = open();
  expect((await dialog()).getByText('Alex Tran')).toBeTruthy();
  expect((await dialog()).getByText('Fernside')).toBeTruthy();
  await golfer.click((await dialog()).getByRole('button', { name: 'Accept' }));
  await waitFor(() => expect(at()).toBe('/lobby-invitation?id=m'));
  expect(answered).toEqual(['ACCEPTED']);
});

it.each<[string, object | ErrorCode]>([
  ['that is open', WRITTEN],
  ['that no longer exists', 'INVITE_NOT_FOUND'],
  ['to a round that has started without the golfer', 'MATCH_STARTED'],
])('declining an invitation %s succeeds', async (_what, reply) => {
  const { golfer, answered } = open({ reply });
  await golfer.click((await dialog()).getByRole('button', { name: 'No thanks' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(answered).toEqual(['DENIED']);
});

it('says why an answer was refused, and stays', async () => {
  const { golfer } = open({ reply: 'MATCH_STARTED' });
  await golfer.click((await dialog()).getByRole('button', { name: 'Accept' }));
  expect((await (await dialog()).findByRole('alert')).textContent).toContain('This match has already started');
});

it('asks before it ends another set-up of the golfer', async () => {
  const other: CurrentMatch = { matchId: 'mine', isHost: true, started: false, playType: 'SOCIAL', nextHole: null };
  const { golfer, answered, at } = open({ current: other });
  await golfer.click((await dialog()).getByRole('button', { name: 'Accept' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Your other set-up ends' }));
  expect(answered).toEqual([]);
  await golfer.click(question.getByRole('button', { name: 'Accept the invitation' }));
  await waitFor(() => expect(at()).toBe('/lobby-invitation?id=m'));
  expect(answered).toEqual(['ACCEPTED']);
});
