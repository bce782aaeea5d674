/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import type { CurrentMatch, ErrorCode, Match } from '@fairmark/contract';
import { waitFor } from '@testing-library/react';
import { leads, presses, sees } from '../../shared/testing/hands.js';
import { inMatch, matchAnswer } from '../../shared/testing/match.js';
import { openAs, type Answers } from '../../shared/testing/pages.js';
import { type Answer, WRITTEN } from '../../shared/testing/server.js';
import { Component } from './join-lobby.page.js';

const MINE: CurrentMatch = { matchId: 'mine', isHost: true, started: false, playType: 'SOCIAL', nextHole: null };
const ANSWER = 'PUT /api/match/invite';
const LINK = '/join-lobby?inviteId=invite&matchId=m';

const matchOf = (more: Partial<Match> = {}) =>
  matchAnswer({ host: { id: 'alex', fullName: 'Alex Tran' }, ...more }, {});

/** Opens the link of Alex's invitation. */
const open = (current: CurrentMatch | null, match: Answer, more: Answers = {}) =>
  openAs('sam', [{ path: '/join-lobby', Component }], LINK, {
    ...inMatch(current),
    'GET /api/match/m': match,
    [ANSWER]: WRITTEN,
    ...more,
  });

it('asks before it ends another set-up of the golfer', async () => {
  const { sent, at } = open(MINE, matchOf());
  await leads('Stay in the other one', '/lobby?id=mine');
  expect(sent(ANSWER)).toEqual([]);
  await presses('Join this round');
  await waitFor(() => expect(at()).toBe('/lobby-invitation?id=m'));
  expect(sent(ANSWER)).toMatchObject([{ body: { id: 'invite', matchId: 'm', status: 'ACCEPTED' } }]);
});

const GONE = /for another player. Ask the host to invite you/;
it.each<[string, CurrentMatch | null, Answer, ErrorCode, (string | RegExp)[]]>([
  ['has started', MINE, matchOf({ started: true }), 'MATCH_STARTED', ['This match has already started']],
  ['has ended', MINE, matchOf({ ended: true }), 'INVITE_NOT_FOUND', ['This invitation no longer exists', GONE]],
  // Without asking first whether to end the golfer's own.
  ['is not the golfer’s any more', MINE, 'MATCH_NOT_FOUND', 'INVITE_NOT_FOUND', [GONE]],
  ['is not the golfer’s, who has no other set-up', null, 'MATCH_NOT_FOUND', 'INVITE_NOT_FOUND', [GONE]],
])('says at once that a round which %s cannot be joined', async (_what, current, match, code, words) => {
  const { at, sent } = open(current, match, { [ANSWER]: code });
  await sees(...words);
  expect(sent(ANSWER)).toHaveLength(1);
  expect(at()).toBe(LINK);
});

it('leads the host of the round, who cannot be invited, to the lobby', async () => {
  const { at } = open({ ...MINE, matchId: 'm' }, matchOf(), { [ANSWER]: 'INVITE_NOT_FOUND' });
  await waitFor(() => expect(at()).toBe('/lobby?id=m'));
});
