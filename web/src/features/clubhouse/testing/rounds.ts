import type { HistoryRow, LeaderboardRow, OwnUser, ScoreTotals } from '@fairmark/contract';

export const HARROW = {
  id: 'harrow',
  name: 'Harrow Point',
  clubName: 'Harrow Point Golf Club',
  courseName: 'Headland',
};
export const FERNSIDE = { id: 'fernside', name: 'Fernside', clubName: 'Fernside Golf Club', courseName: 'Fernside' };
const NINE = { stableford: 18, par: 0, gross: 42 };

/** The golfer of these tests, whose home course is Harrow Point. */
export const ME: Pick<OwnUser, 'id' | 'fullName' | 'gender' | 'homeCourse'> = {
  id: 'me',
  fullName: 'Sam Reid',
  gender: 'MALE',
  homeCourse: HARROW,
};

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

/** A row of a leaderboard. */
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

/** The completed round of a day in November 2026 for a daily handicap of 10. */
export function roundOf(day: number, points: number, more: Partial<HistoryRow['userRound']> = {}): HistoryRow {
  const date = `2026-11-${String(day).padStart(2, '0')}`;
  return played(`round ${day}`, {
    day: date,
    createdAt: `${date}T00:00:00Z`,
    dailyHandicap: 10,
    scoreTotals: totals({ stableford: points }),
    ...more,
  });
}
