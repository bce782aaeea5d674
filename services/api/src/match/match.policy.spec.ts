import type { MatchCommand } from './match.command.js';
import { decideMatch } from './match.decider.js';
import { mayRead } from './match.policy.js';
import { AN_HOUR_LATER, matchAfter } from './testing/given.js';
import { accepted, created, invited, markersAssigned, removed } from './testing/golfers.js';

/** Who may do what in a match. */

const GOLFERS = { host: 'ann', player: 'ben', invitee: 'cat', stranger: 'dan' } as const;
type Role = keyof typeof GOLFERS;

const state = matchAfter(
  created(),
  invited('ben'),
  accepted('ben'),
  markersAssigned({ ann: 'ben', ben: 'ann' }),
  invited('cat'),
);

const HOST: Role[] = ['host'];
const PLAYERS: Role[] = ['host', 'player'];

const CALLS: [name: string, allowed: Role[], command: (actorId: string) => MatchCommand][] = [
  ['invite', HOST, (actorId) => ({ type: 'InvitePlayer', actorId, inviteId: 'i', userId: 'eve' })],
  ['remove', HOST, (actorId) => ({ type: 'RemovePlayer', actorId, userId: 'cat' })],
  ['choose markers', HOST, (actorId) => ({ type: 'AssignMarker', actorId, userId: 'ann', markerId: 'ben' })],
  ['start', HOST, (actorId) => ({ type: 'StartMatch', actorId, gender: 'MALE', handicap: 1 })],
  ['be ready', PLAYERS, (actorId) => ({ type: 'SetSettings', actorId, gender: 'MALE', handicap: 1, ready: true })],
  ['leave the lobby', PLAYERS, (actorId) => ({ type: 'LeaveLobby', actorId, reason: 'LEFT' })],
  ['leave the round', PLAYERS, (actorId) => ({ type: 'LeaveRound', actorId, reason: 'LEFT' })],
  [
    'score',
    PLAYERS,
    (by) => ({ type: 'ScoreHole', actorId: by, userId: by, holeNumber: 1, strokes: 4, noScore: false }),
  ],
  ['sign', PLAYERS, (actorId) => ({ type: 'SignCards', actorId })],
  ['reopen', PLAYERS, (actorId) => ({ type: 'ReopenCard', actorId, userId: actorId })],
];

describe.each(CALLS)('to %s', (_, allowed, command) => {
  test.each(Object.entries(GOLFERS))('as %s', (role, golfer) => {
    const decision = decideMatch(state, command(golfer), AN_HOUR_LATER);
    const forbidden = decision.ok || !['MATCH_NOT_FOUND', 'NOT_HOST'].includes(decision.code) ? null : decision.code;
    const refusal = role === 'player' ? 'NOT_HOST' : 'MATCH_NOT_FOUND';
    expect(forbidden).toBe(allowed.some((one) => one === role) ? null : refusal);
  });
});

test('to look is for everybody who is in the match or asked to it', () => {
  const lookers = Object.entries(GOLFERS).filter(([, golfer]) => mayRead(state, golfer, AN_HOUR_LATER));
  expect(lookers.map(([role]) => role)).toEqual(['host', 'player', 'invitee']);
  const kicked = matchAfter(created(), invited('ben'), accepted('ben'), removed('ben'));
  expect(mayRead(kicked, 'ben', AN_HOUR_LATER)).toBe(false);
});

test('a lobby that is a day old is nothing any more to those who never answered', () => {
  const aDayLater = new Date(Date.parse(state.createdAt) + 24 * 3_600_000).toISOString();
  expect(mayRead(state, 'cat', aDayLater)).toBe(false);
  expect(mayRead(state, 'ben', aDayLater)).toBe(true);
});
