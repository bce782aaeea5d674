import {
  type CourseRef,
  type CurrentMatch,
  type Match,
  type MatchAnswer,
  type PersonRef,
  type UserMatchSettings,
  NOT_STARTED,
  SCORE_LABELS,
} from '@fairmark/contract';

const DAY = '2026-11-14';
const START = '2026-11-13T22:00:00.000Z';

const COURSE: CourseRef = { id: 'course', name: 'Saltbush Links', clubName: 'Saltbush', courseName: 'Links' };

/** The round of matches that the golfer hosts, to be resumed at hole 4. */
export const CURRENT: CurrentMatch = {
  matchId: 'm',
  isHost: true,
  started: true,
  playType: 'COMPETITION',
  nextHole: 4,
};

/** The answer about the golfer's lobby or round; null: in none. */
export const inMatch = (current: CurrentMatch | null) => ({
  'GET /api/match/current': { position: '1', current },
});

/** A stableford match of up to three that has not started, as the api answers it, with these changes. */
export function matchAnswer(match: Partial<Match> & { host: PersonRef }, more: Partial<MatchAnswer>): MatchAnswer {
  const matchType = match.matchType ?? 'STABLEFORD';
  return {
    status: 200,
    revision: '1',
    log: 'l',
    match: {
      id: 'match',
      course: { ...COURSE, golflinkCourseId: '20990', state: 'TAS' },
      playType: match.isSocial === true ? 'SOCIAL' : 'COMPETITION',
      matchType,
      tee: 'Standard',
      isSocial: false,
      started: false,
      ...NOT_STARTED,
      ...(match.started === true && { startedAt: START, day: DAY }),
      ended: false,
      endReason: null,
      createdAt: START,
      maxGroupSize: 3,
      scoreLabel: SCORE_LABELS[matchType],
      ...match,
    },
    userMatchSettings: null,
    scores: { userScores: [], markerScores: [] },
    rounds: [],
    lobby: { users: [], invited: [] },
    hasVerifiedMarkersRound: false,
    ...more,
  };
}

/** A player's settings of such a match: scratch and ready, without a marker. */
export function settingsOf(player: PersonRef, more: Partial<UserMatchSettings> = {}): UserMatchSettings {
  return {
    userId: player.id,
    fullName: player.fullName,
    handicap: 0,
    handicapForShow: '0.0',
    dailyHandicap: 0,
    dailyHandicapForShow: '0',
    ready: true,
    course: COURSE,
    holes: [],
    marker: null,
    markerMatchSettings: null,
    marking: [],
    match: { id: 'match', playType: 'COMPETITION', matchType: 'STABLEFORD', tee: 'Standard' },
    ...more,
  };
}
