import { decideMatch } from './match.decider.js';
import type { MatchCommand } from './match.command.js';
import { MATCH_POLICY, mayNot, roleIn, type MatchCall, type MatchRole } from './match.policy.js';
import { matchAfter } from './testing/given.js';
import { accepted, created, invited, markersAssigned, removed } from './testing/golfers.js';

/** The table at the edge and the deciders know the same rule: neither alone is the guard. */

const NOW = '2026-04-30T23:00:00.000Z';
const GOLFERS: Record<MatchRole, string> = { HOST: 'ann', PLAYER: 'ben', INVITEE: 'cat', STRANGER: 'dan' };
const state = matchAfter(
  created(),
  invited('ben'),
  accepted('ben'),
  markersAssigned({ ann: 'ben', ben: 'ann' }),
  invited('cat'),
);

const command: Record<Exclude<MatchCall, 'read'>, (actorId: string) => MatchCommand> = {
  invite: (actorId) => ({ type: 'InvitePlayer', actorId, inviteId: 'i', userId: 'eve' }),
  remove: (actorId) => ({ type: 'RemovePlayer', actorId, userId: 'cat' }),
  ready: (actorId) => ({ type: 'SetSettings', actorId, gender: 'MALE', handicap: 1, ready: true }),
  assignMarker: (actorId) => ({ type: 'AssignMarker', actorId, userId: 'ann', markerId: 'ben' }),
  start: (actorId) => ({ type: 'StartMatch', actorId, gender: 'MALE', handicap: 1 }),
  leaveLobby: (actorId) => ({ type: 'LeaveLobby', actorId, reason: 'LEFT' }),
  leaveRound: (actorId) => ({ type: 'LeaveRound', actorId, reason: 'LEFT' }),
  score: (actorId) => ({ type: 'ScoreHole', actorId, userId: actorId, holeNumber: 1, strokes: 4, noScore: false }),
  sign: (actorId) => ({ type: 'SignCards', actorId }),
  reopen: (actorId) => ({ type: 'ReopenCard', actorId, userId: actorId }),
};

const cells = Object.keys(command).flatMap((call) =>
  Object.keys(GOLFERS).map((role) => [call as keyof typeof command, role as MatchRole] as const),
);

test.each(cells)('%s by the %s', (call, role) => {
  const golfer = GOLFERS[role];
  expect(roleIn(state, golfer)).toBe(role);
  const decision = decideMatch(state, command[call](golfer), NOW);
  const forbidden = !decision.ok && ['MATCH_NOT_FOUND', 'NOT_HOST'].includes(decision.code) ? decision.code : null;
  expect(mayNot(call, state, golfer)).toBe(forbidden);
});

test('reading is for everybody who is in the match or asked to it', () => {
  expect(MATCH_POLICY.read).toEqual(['HOST', 'PLAYER', 'INVITEE']);
  expect(mayNot('read', state, 'dan')).toBe('MATCH_NOT_FOUND');
  expect(mayNot('read', null, 'ann')).toBe('MATCH_NOT_FOUND');
  const kicked = matchAfter(created(), invited('ben'), accepted('ben'), removed('ben'));
  expect(mayNot('read', kicked, 'ben')).toBe('MATCH_NOT_FOUND');
});
