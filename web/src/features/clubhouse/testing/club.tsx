import type { HistoryRow, LeaderboardRow, OwnUser, ScoreTotals, UnverifiedRound } from '@fairmark/contract';
import { openAs, type Answers } from '../../../shared/testing/pages.js';
import { Component } from '../clubhouse.page.js';

const HARROW = { id: 'harrow', name: 'Harrow Point', clubName: 'Harrow Point Golf Club', courseName: 'Headland' };
const FERNSIDE = { id: 'fernside', name: 'Fernside', clubName: 'Fernside Golf Club', courseName: 'Fernside' };
const NINE = { stableford: 18, par: 0, gross: 42 };

/** The golfer of these tests, at home at Harrow Point. */
export const ME: Pick<OwnUser, 'id' | 'fullName' | 'gender' | 'homeCourse'> = {
  id: 'me',
  fullName: 'Sam Reid',
  gender: 'MALE',
  homeCourse: HARROW,
};

const NOTHING: Answers = {
  '/api/auth/user': { user: ME },
  '/api/courses': { courses: [FERNSIDE, HARROW] },
  '/api/courses/fernside': { course: FERNSIDE },
  '/api/mothership/daily-results': { position: '1', day: '2026-11-14', nextOffset: null, rounds: [] },
  '/api/mothership/history': { position: '1', nextOffset: null, rounds: [] },
  '/api/mothership/unverified-rounds': { position: '1', nextOffset: null, rounds: [] },
};

/** Opens a page of the Clubhouse; what is not answered otherwise is empty. */
export const open = (address: string, answers: Answers = {}) =>
  openAs(ME.id, [{ path: '*', Component }], address, { ...NOTHING, ...answers });

const totals = (result: Partial<ScoreTotals> = {}): ScoreTotals => ({
  stableford: 36,
  par: 1,
  gross: 84,
  nett: 71,
  includesNoScore: false,
  thru: 18,
  out: NINE,
  in: NINE,
  ...result,
});

/** A place of a leaderboard. */
export function place(rankLabel: string, fullName: string, row: Partial<LeaderboardRow> = {}): LeaderboardRow {
  return {
    rank: Number(rankLabel.replace('T', '')),
    rankLabel,
    countback: null,
    player: fullName === ME.fullName ? { id: ME.id, fullName } : { id: fullName, fullName },
    marker: { id: 'marker', fullName: 'Mia Costa' },
    userRound: {
      verified: true,
      matchId: `match of ${fullName}`,
      createdAt: '2026-11-13T22:00:00Z',
      day: '2026-11-14',
      matchType: 'STABLEFORD',
      dailyHandicap: -2,
      scoreTotals: totals(),
      correctedAt: null,
    },
    ...row,
  };
}

/** A round of my history. */
export function played(matchId: string, round: Partial<HistoryRow['userRound']> = {}): HistoryRow {
  const { userRound, ...row } = place('1', 'Sam Reid');
  return {
    matchId,
    course: FERNSIDE,
    player: row.player,
    marker: row.marker,
    userRound: {
      ...userRound,
      matchId,
      completeByMarker: true,
      withdrawn: false,
      cannotBeVerified: false,
      byPar: [],
      ...round,
    },
  };
}

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
    ...round,
  };
}

/** An eclectic of Harrow Point, a par 72: an ace, fifteen pars, a bogey and a double bogey; points of hole 2 are of another round. */
export function ringer(): Answers {
  const numbers = Array.from({ length: 18 }, (_, index) => index + 1);
  const strokes = (number: number): number => ({ 1: 1, 2: 5, 3: 6 })[number] ?? 4;
  const holesList = numbers.map((number) => ({ number, par: { mens: 4, ladies: 5 } }));
  const holeScores = numbers.map((holeNumber) => ({
    holeNumber,
    scoreStroke: strokes(holeNumber),
    scoreStableford: 2,
    strokeFrom: { matchId: 'best', day: '2026-11-14' },
    stablefordFrom: { matchId: holeNumber === 2 ? 'another' : 'best', day: '2026-11-14' },
  }));
  const totals = { totalScoreStroke: 72, totalScoreStableford: 36 };
  return {
    '/api/courses/harrow': { course: { ...HARROW, holesList } },
    '/api/mothership/eclectic-round': { position: '1', eclecticRound: { rounds: 2, holeScores, totals } },
  };
}
