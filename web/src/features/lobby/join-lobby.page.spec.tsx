/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import type { CurrentMatch, ErrorCode, Match } from '@fairmark/contract';
import { screen, waitFor } from '@testing-library/react';
import { matchAnswer } from '../../shared/testing/match.js';
import { openAs, type Answers } from '../../shared/testing/pages.js';
import { type Answer, WRITTEN } from '../../shared/testing/server.js';
import { Component } from './join-lobby.page.js';

const MINE: CurrentMatch = { matchId: 'mine', isHost: true, started: false, playType: 'SOCIAL', nextHole: null };

const CURRENT = 'GET /api/match/current';
const ANSWER = 'PUT /api/match/invite';
const MATCH = 'GET /api/match/m';
const matchOf = (more: Partial<Match> = {}) =>
  matchAnswer({ host: { id: 'alex', fullName: 'Alex Tran' }, ...more }, {});

function open(answers: Answers = {}) {
  const usual = { [CURRENT]: { position: '1', current: null }, [ANSWER]: WRITTEN };
  const address = '/join-lobby?inviteId=invite&matchId=m';
  return openAs('sam', [{ path: '/join-lobby', Component }], address, { ...usual, ...answers });
}

it('asks before it ends another set-up of the golfer', async () => {
  const { sent, at, golfer } = open({ [CURRENT]: { position: '1', current: MINE }, [MATCH]: matchOf() });
  const join = await screen.findByRole('button', { name: 'Join this round' });
  expect(screen.getByRole('link', { name: 'Stay in the other one' }).getAttribute('href')).toBe('/lobby?id=mine');
  expect(sent(ANSWER)).toEqual([]);
  await golfer.click(join);
  await waitFor(() => expect(at()).toBe('/lobby-invitation?id=m'));
  expect(sent(ANSWER).map(({ body }) => body)).toEqual([{ id: 'invite', matchId: 'm', status: 'ACCEPTED' }]);
});

it.each<[string, Answer, ErrorCode, string]>([
  ['has started', matchOf({ started: true }), 'MATCH_STARTED', 'This match has already started'],
  ['has ended', matchOf({ ended: true }), 'INVITE_NOT_FOUND', 'This invitation no longer exists'],
  ['is not the golfer’s any more', 'MATCH_NOT_FOUND', 'INVITE_NOT_FOUND', 'This invitation no longer exists'],
])(
  'says at once that a round which %s cannot be joined, before it asks to end another',
  async (_what, match, code, words) => {
    const { sent } = open({ [CURRENT]: { position: '1', current: MINE }, [MATCH]: match, [ANSWER]: code });
    expect((await screen.findByRole('alert')).textContent).toContain(words);
    expect(sent(ANSWER)).toHaveLength(1);
  },
);

it('says that an invitation no longer exists', async () => {
  const { at } = open({ [ANSWER]: 'INVITE_NOT_FOUND' });
  expect((await screen.findByRole('alert')).textContent).toContain('This invitation no longer exists');
  expect(screen.getByText(/for another player. Ask the host to invite you/)).toBeTruthy();
  expect(at()).toBe('/join-lobby?inviteId=invite&matchId=m');
});

it('leads the host of the round, who cannot be invited, to the lobby', async () => {
  const current: CurrentMatch = { ...MINE, matchId: 'm' };
  const { at } = open({ [CURRENT]: { position: '1', current }, [ANSWER]: 'INVITE_NOT_FOUND' });
  await waitFor(() => expect(at()).toBe('/lobby?id=m'));
});
