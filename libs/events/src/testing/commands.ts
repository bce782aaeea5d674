import type { Gender } from '@fairmark/scoring';
import type { MatchCommand, MatchCommandOf } from '../match/deciders/match.command.js';
import { MATCH, written } from './golfers.js';

/** Short builders for what golfers command; Ann is the host. Their events are in golfers.ts. */

export const create = (match: Partial<MatchCommandOf<'CreateMatch'>> = {}): MatchCommand => ({
  type: 'CreateMatch',
  actorId: 'ann',
  gender: 'MALE',
  ...MATCH,
  ...match,
});

const inviteOf = (userId: string, nth: number): string => `invite-${userId}-${nth}`;

export const invite = (userId: string, nth = 1, actorId = 'ann'): MatchCommand => {
  return { type: 'InvitePlayer', actorId, inviteId: inviteOf(userId, nth), userId };
};
export const remove = (userId: string, actorId = 'ann'): MatchCommand => ({ type: 'RemovePlayer', actorId, userId });

interface Answer {
  nth?: number;
  gender?: Gender;
  actorId?: string;
}
const answers =
  (status: 'ACCEPTED' | 'DENIED') =>
  (userId: string, { nth = 1, gender = 'MALE', actorId = userId }: Answer = {}): MatchCommand => {
    return { type: 'AnswerInvite', actorId, inviteId: inviteOf(userId, nth), status, gender };
  };
export const accept = answers('ACCEPTED');
export const deny = answers('DENIED');

export const assign = (userId: string, markerId: string, actorId = 'ann'): MatchCommand => {
  return { type: 'AssignMarker', actorId, userId, markerId };
};
export const set = (actorId: string, handicap: number, ready = false, gender: Gender = 'MALE'): MatchCommand => {
  return { type: 'SetSettings', actorId, gender, handicap, ready };
};
export const start = (more: Partial<MatchCommandOf<'StartMatch'>> = {}): MatchCommand => {
  return { type: 'StartMatch', actorId: 'ann', gender: 'MALE', handicap: null, ...more };
};

export const leaveLobby = (actorId: string, reason: MatchCommandOf<'LeaveLobby'>['reason'] = 'LEFT'): MatchCommand => {
  return { type: 'LeaveLobby', actorId, reason };
};
export const leaveRound = (actorId: string, reason: MatchCommandOf<'LeaveRound'>['reason'] = 'LEFT'): MatchCommand => {
  return { type: 'LeaveRound', actorId, reason };
};

/** `score('ben', 'ann', 1, 4)`: Ben enters a 4 for Ann on the first; null clears, `'NS'` is No Score. */
export const score = (
  actorId: string,
  userId: string,
  holeNumber: number,
  value: number | 'NS' | null,
  more: Partial<MatchCommandOf<'ScoreHole'>> = {},
): MatchCommand => ({ type: 'ScoreHole', actorId, userId, holeNumber, ...written(value), ...more });

export const sign = (actorId: string, userId?: string): MatchCommand =>
  userId === undefined ? { type: 'SignCards', actorId } : { type: 'SignCards', actorId, userId };
export const reopen = (actorId: string, userId: string): MatchCommand => ({ type: 'ReopenCard', actorId, userId });
