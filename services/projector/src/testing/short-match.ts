import { randomUUID } from 'node:crypto';
import type { MatchEvent } from '@fairmark/events';
import * as golfers from '@fairmark/events/testing/golfers';
import { chance } from '@fairmark/server';
import { scriptedCourse } from './match-script.js';

/** Event sequences of matches, as short as possible. */

const HASH = 'f'.repeat(64);

export const BANKSIA = scriptedCourse(chance(8), 'Banksia Links');

export const lobbyOf = (matchId: string, hostId: string = randomUUID(), course = BANKSIA): MatchEvent[] => [
  golfers.created({ matchId, hostId, course }),
];

export function invited(inviteId: string, userId: string): MatchEvent {
  return { type: 'PlayerInvited', data: { inviteId, userId } };
}

/** From invitation to start: two players mark each other, three form a loop. */
export function started(players: readonly string[]): MatchEvent[] {
  const joined = players.slice(1).flatMap((userId): MatchEvent[] => {
    const inviteId = randomUUID();
    return [invited(inviteId, userId), { type: 'InviteAccepted', data: { inviteId, userId, gender: 'MALE' } }];
  });
  const markerOf = (i: number): string | null => players[(i + players.length - 1) % players.length] ?? null;
  const cards = players.map((userId, i) => ({ userId, settings: golfers.TWELVE_FOUR, markerId: markerOf(i) }));
  return [...joined, golfers.startedWith('2026-09-09', cards)];
}

const sideOf = (userId: string, by: string) => (userId === by ? 'PLAYER' : 'MARKER');

/** One side's holes of a card, fours, from the first to the last. */
export function entered(userId: string, enteredBy: string, last = 18): MatchEvent[] {
  return golfers.side(userId, sideOf(userId, enteredBy), enteredBy).slice(0, last);
}

/** Both sides' holes of the cards of two players who mark each other. */
export function playedOut([one, other]: readonly [string, string]): MatchEvent[] {
  return [...golfers.wholeCard(one, other), ...golfers.wholeCard(other, one)];
}

export function signed(userId: string, signedBy: string): MatchEvent {
  return golfers.signed(userId, sideOf(userId, signedBy), signedBy, HASH, true);
}
