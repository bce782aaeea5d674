import type { Competition, PublicUser } from '@fairmark/contract';
import type { CompetitionRow } from '../../../api/competitions.js';

/** A golfer; the id is the first name in small letters. */
export function aGolfer(fullName: string): PublicUser {
  const id = fullName.split(' ')[0]?.toLowerCase() ?? fullName;
  return { id, fullName, handicap: 9.1, handicapForShow: '9.1', avatar: null, homeCourse: null };
}

/** A competition in its third week, hosted by Sam Reid. */
export function aCompetition(change: Partial<Competition> = {}): Competition {
  return {
    id: 'comp',
    name: 'Winter Ringers',
    title: 'Winter Ringers',
    description: '',
    type: 'ECLECTIC',
    hostId: 'sam',
    host: { id: 'sam', fullName: 'Sam Reid' },
    course: { id: 'harrow', name: 'Harrow Point', clubName: 'Harrow Point', courseName: 'Headland', holes: 18 },
    duration: 6,
    weeksPlayed: 2,
    days: ['Saturday', 'Sunday'],
    allowance: 100,
    players: [aGolfer('Sam Reid'), aGolfer('Alex Kerr')],
    playerCount: change.players?.length ?? 2,
    startDate: '2026-11-07',
    endDate: '2026-12-18',
    verifiedBefore: '2026-12-19T12:59:59Z',
    createdAt: '2026-11-06T22:00:00Z',
    isFinished: false,
    ...change,
  };
}

const eighteen = <Value>(value: Value): Value[] => Array.from({ length: 18 }, () => value);

/** A row of a table: bogeys on par 4s, 90 gross, 81 nett, all from the round of 14 November. */
export function aRow(fullName: string, rank: string | null, change: Partial<CompetitionRow> = {}): CompetitionRow {
  return {
    player: aGolfer(fullName),
    shown: true,
    totalScoreStroke: 90,
    totalScoreStrokeNett: 81,
    totalScoreStrokeNettToPar: 9,
    firstNineScoreStrokeNett: 41,
    lastNineScoreStrokeNett: 40,
    rankLabels: { gross: rank, nett: rank, firstNine: rank, lastNine: rank },
    countback: { gross: null, nett: null },
    contributingRounds: 1,
    dailyHandicap: 9,
    allowedStrokes: 9,
    strokes: eighteen(5),
    points: eighteen(2),
    pars: eighteen(4),
    from: eighteen(0),
    days: ['2026-11-14'],
    updatedAt: '2026-11-14T03:00:00Z',
    correctedAt: null,
    own: false,
    ...change,
  };
}
