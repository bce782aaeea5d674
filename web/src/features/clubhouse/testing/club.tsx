import type { UnverifiedRound } from '@fairmark/contract';
import { openAs, type Answers } from '../../../shared/testing/pages.js';
import { Component } from '../clubhouse.page.js';
import { FERNSIDE, HARROW, ME } from './rounds.js';

const NOTHING: Answers = {
  '/api/auth/user': { user: ME },
  '/api/courses': { courses: [FERNSIDE, HARROW] },
  '/api/courses/fernside': { course: FERNSIDE },
  '/api/mothership/daily-results': { position: '1', day: '2026-11-14', nextOffset: null, rounds: [] },
  '/api/mothership/history': { position: '1', nextOffset: null, rounds: [] },
  '/api/mothership/unverified-rounds': { position: '1', nextOffset: null, rounds: [] },
};

/** Opens a page of the Clubhouse; answers that are not given are empty. */
export const open = (address: string, answers: Answers = {}) =>
  openAs(ME.id, [{ path: '*', Component }], address, { ...NOTHING, ...answers });

/** A card that waits for a signature. */
export function unsigned(matchId: string, round: Partial<UnverifiedRound> = {}): UnverifiedRound {
  return {
    matchId,
    userId: ME.id,
    player: ME,
    marker: { id: 'alex', fullName: 'Alex Kerr' },
    course: 'Fernside',
    day: '2026-11-14',
    createdAt: '2026-11-13T22:00:00Z',
    completeByMarker: true,
    waitingFor: 'me',
    nextHole: null,
    holesOwed: 0,
    ...round,
  };
}

/** An eclectic of Harrow Point, a par 72: an ace, fifteen pars, a bogey and a double bogey; points of hole 2 are of another round. */
export function ringer(): Answers {
  const numbers = Array.from({ length: 18 }, (_, index) => index + 1);
  const strokes = (number: number): number => ({ 1: 1, 2: 5, 3: 6 })[number] ?? 4;
  const holeScores = numbers.map((holeNumber) => ({
    holeNumber,
    par: 4,
    scoreStroke: strokes(holeNumber),
    scoreStableford: 2,
    strokeFrom: { matchId: 'best', day: '2026-11-14' },
    stablefordFrom: { matchId: holeNumber === 2 ? 'another' : 'best', day: '2026-11-14' },
  }));
  const totals = { totalScoreStroke: 72, totalScoreStableford: 36 };
  return {
    '/api/mothership/eclectic-round': { position: '1', eclecticRound: { rounds: 2, holeScores, totals } },
  };
}
