/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import type { CurrentMatch, ErrorCode } from '@fairmark/contract';
import { screen, waitFor } from '@testing-library/react';
import { openAs } from '../../shared/testing/pages.js';
import { serve } from '../../shared/testing/server.js';
import { Component } from './join-lobby.page.js';

const WRITTEN = { position: '2', log: 'log', revision: '2' };
const MINE: CurrentMatch = { matchId: 'mine', isHost: true, started: false, playType: 'SOCIAL', nextHole: null };

/** Opens the link of an invitation. `sent` grows with every answer to it. */
function open({ current = null, reply = WRITTEN }: { current?: CurrentMatch | null; reply?: object | ErrorCode } = {}) {
  const sent: unknown[] = [];
  serve(({ call, path, body }) => {
    if (!call.startsWith('PUT ')) return path === '/api/match/current' ? { position: '1', current } : 'MATCH_NOT_FOUND';
    sent.push(body);
    return reply;
  });
  return { ...openAs('sam', [{ path: '/join-lobby', Component }], '/join-lobby?inviteId=invite&matchId=m'), sent };
}

it('accepts the invitation once and leads to its lobby', async () => {
  const { sent, at } = open();
  await waitFor(() => expect(at()).toBe('/lobby-invitation?id=m'));
  expect(sent).toEqual([{ id: 'invite', matchId: 'm', status: 'ACCEPTED' }]);
});

it('asks before it ends another set-up of the golfer', async () => {
  const { sent, at, golfer } = open({ current: MINE });
  const join = await screen.findByRole('button', { name: 'Join this round' });
  expect(screen.getByRole('link', { name: 'Stay in the other one' }).getAttribute('href')).toBe('/lobby?id=mine');
  expect(sent).toEqual([]);
  await golfer.click(join);
  await waitFor(() => expect(at()).toBe('/lobby-invitation?id=m'));
  expect(sent).toHaveLength(1);
});

it('says that an invitation no longer exists', async () => {
  const { at } = open({ reply: 'INVITE_NOT_FOUND' });
  expect((await screen.findByRole('alert')).textContent).toContain('This invitation no longer exists');
  expect(screen.getByText(/for another player. Ask the host to invite you/)).toBeTruthy();
  expect(at()).toBe('/join-lobby?inviteId=invite&matchId=m');
});
