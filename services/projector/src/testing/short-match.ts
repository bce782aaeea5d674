import type { PlayType } from '@fairmark/contract';
import type { CourseCard, HandicapSettings, MatchEvent } from '@fairmark/events';
import { startedWith } from '@fairmark/events/testing/golfers';

/** Stories of matches, in as few events as they need. */

const SETTINGS: HandicapSettings = {
  handicap: 12,
  gender: 'MALE',
  slopeRating: 125,
  scratchRating: 72,
  parRating: 72,
  cap: 36,
  dailyHandicap: 12,
};
const HASH = 'f'.repeat(64);

export function lobbyOf(matchId: string, hostId: string, course: CourseCard, playType: PlayType = 'COMPETITION') {
  return [
    {
      type: 'MatchCreated',
      data: {
        matchId,
        hostId,
        hostGender: 'MALE',
        playType,
        matchType: 'STABLEFORD',
        tee: 'Standard',
        course,
        maxGroupSize: 3,
      },
    },
  ] satisfies MatchEvent[];
}

export function invited(inviteId: string, userId: string): MatchEvent {
  return { type: 'PlayerInvited', data: { inviteId, userId } };
}

/** From an invitation to the first tee: two players mark each other, three in a loop; in a practice round they do not. */
export function started(players: readonly string[], inviteIds: readonly string[], practice = false): MatchEvent[] {
  const joined = players.slice(1).flatMap((userId, i): MatchEvent[] => {
    const inviteId = inviteIds[i] ?? '';
    return [invited(inviteId, userId), { type: 'InviteAccepted', data: { inviteId, userId, gender: 'MALE' } }];
  });
  const markerOf = (i: number): string | null =>
    practice ? null : (players[(i + players.length - 1) % players.length] ?? null);
  const cards = players.map((userId, i) => ({ userId, settings: SETTINGS, markerId: markerOf(i) }));
  return [...joined, startedWith('2026-09-09', cards)];
}

/** One side's holes of a card, five strokes each, from the first to the last. */
export function entered(userId: string, enteredBy: string, last = 18): MatchEvent[] {
  const side = userId === enteredBy ? 'PLAYER' : 'MARKER';
  return Array.from({ length: last }, (_, i) => ({
    type: 'HoleScored',
    data: { userId, side, enteredBy, holeNumber: i + 1, strokes: 5, noScore: false, replaces: null },
  }));
}

/** Both sides' holes of the cards of two players who mark each other. */
export function playedOut([one, other]: readonly [string, string]): MatchEvent[] {
  return [...entered(one, one), ...entered(one, other), ...entered(other, other), ...entered(other, one)];
}

/** A signature. */
export function signed(userId: string, signedBy: string): MatchEvent {
  return {
    type: 'CardSigned',
    data: { userId, signedBy, as: userId === signedBy ? 'PLAYER' : 'MARKER', cardHash: HASH, asShown: true },
  };
}
