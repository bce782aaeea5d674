import {
  type CardHole,
  type MatchAnswer,
  type Format,
  type Round,
  type ScoreTotals,
  type UserMatchSettings,
  NOT_STARTED,
  SCORE_LABELS,
} from '@fairmark/contract';

/** A two-ball of Ann and Ben right after its start: par 4 on every hole, index 1 to 18; Ann plays off 9, Ben off scratch. */

const COURSE = { id: 'course', name: 'Links', clubName: 'Club', courseName: 'Links' };
export const ANN = { id: 'ann', fullName: 'Ann Archer' };
export const BEN = { id: 'ben', fullName: 'Ben Birch' };
const NONE: ScoreTotals = {
  stableford: 0,
  par: 0,
  gross: null,
  nett: null,
  includesNoScore: false,
  thru: 0,
  out: { stableford: 0, par: 0, gross: null },
  in: { stableford: 0, par: 0, gross: null },
};

interface Kind {
  matchType?: Format;
  social?: boolean;
}

/** What Ann's phone is answered. */
export function answerFor({ matchType = 'STABLEFORD', social = false }: Kind = {}): MatchAnswer {
  const match = { id: 'm', playType: social ? 'SOCIAL' : 'COMPETITION', matchType, tee: 'Standard' } as const;
  const settings = (who: typeof ANN, handicap: number, marker: typeof ANN) => ({
    userId: who.id,
    fullName: who.fullName,
    handicap,
    handicapForShow: handicap.toFixed(1),
    dailyHandicap: handicap,
    dailyHandicapForShow: String(handicap),
    ready: true,
    course: COURSE,
    holes: holesFor(handicap),
    marker: social ? null : marker,
    match,
  });
  const userMatchSettings: UserMatchSettings = {
    ...settings(ANN, 9, BEN),
    markerMatchSettings: null,
    marking: social ? [] : [{ ...BEN, settings: settings(BEN, 0, ANN) }],
  };
  return {
    status: 200,
    revision: '20',
    log: 'l',
    match: {
      ...match,
      host: ANN,
      course: { ...COURSE, golflinkCourseId: '1', state: 'NSW' },
      isSocial: social,
      started: true,
      ...NOT_STARTED,
      startedAt: '2026-05-01T08:00:00.000Z',
      day: '2026-05-01',
      ended: false,
      endReason: null,
      createdAt: '2026-05-01T07:00:00.000Z',
      maxGroupSize: 3,
      scoreLabel: SCORE_LABELS[matchType],
    },
    userMatchSettings,
    scores: { userScores: [], markerScores: [] },
    rounds: [roundOf(ANN, 9, social ? null : BEN), roundOf(BEN, 0, social ? null : ANN)],
    lobby: { users: [], invited: [] },
    hasVerifiedMarkersRound: false,
  };
}

function holesFor(handicap: number): CardHole[] {
  return eighteen((number) => ({
    number,
    par: 4,
    distance: 350,
    index: number,
    strokesReceived: number <= handicap ? 1 : 0,
  }));
}

function roundOf(player: typeof ANN, dailyHandicap: number, marker: typeof ANN | null): Round {
  const all = eighteen((number) => number);
  return {
    player,
    marker,
    handicap: dailyHandicap,
    dailyHandicap,
    dailyHandicapForShow: String(dailyHandicap),
    holes: all.map((holeNumber) => ({
      holeNumber,
      player: null,
      marker: null,
      mismatch: false,
      differentStrokes: false,
      strokes: null,
      noScore: false,
      corrected: false,
    })),
    scoreTotals: NONE,
    signatures: [],
    signedByUserId: null,
    verified: false,
    withdrawn: false,
    cannotBeVerified: false,
    mismatchingScoreHoleNumbers: [],
    incompleteHoles: { player: all, marker: marker === null ? [] : all },
    corrections: [],
  };
}

function eighteen<T>(of: (number: number) => T): T[] {
  return Array.from({ length: 18 }, (_, index) => of(index + 1));
}
