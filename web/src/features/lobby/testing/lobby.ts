import {
  type CourseRef,
  type LobbyUser,
  type Match,
  type MatchAnswer,
  type PublicUser,
  type UserMatchSettings,
  NOT_STARTED,
  SCORE_LABELS,
} from '@fairmark/contract';

const COURSE: CourseRef = { id: 'course', name: 'Fernside', clubName: 'Fernside Golf Club', courseName: 'Fernside' };

/** A golfer as others see one. */
export function golfer(fullName: string): PublicUser {
  const id = fullName.toLowerCase();
  return { id, fullName, handicap: 12.4, handicapForShow: '12.4', avatar: null, homeCourse: null };
}

/** A player of a lobby: joined, not ready, no marker. */
export function player(fullName: string, more: Partial<LobbyUser> = {}): LobbyUser {
  const open = { ready: false, isHost: false, dailyHandicap: null, dailyHandicapForShow: null, marker: null };
  return { ...golfer(fullName), ...open, ...more };
}

export interface LobbyParts {
  match?: Partial<Match>;
  users?: LobbyUser[];
  /** Names of those who have not answered. */
  invited?: string[];
  /** The golfer's own round handicap; null: not set. */
  handicap?: number | null;
}

/** A lobby of "Alex Tran" as its host sees it: alone, with a handicap, for a match round in stableford. */
export function lobbyOf({ match, users, invited = [], handicap = 12.4 }: LobbyParts = {}): MatchAnswer {
  const host = { id: 'alex tran', fullName: 'Alex Tran' };
  return {
    status: 200,
    revision: '1',
    log: 'l',
    match: {
      id: 'match',
      host,
      course: { ...COURSE, golflinkCourseId: '20990', state: 'TAS' },
      playType: match?.isSocial === true ? 'SOCIAL' : 'COMPETITION',
      matchType: 'STABLEFORD',
      tee: 'Standard',
      isSocial: false,
      started: false,
      ...NOT_STARTED,
      ended: false,
      endReason: null,
      createdAt: '2026-11-14T00:00:00.000Z',
      maxGroupSize: 3,
      scoreLabel: SCORE_LABELS.STABLEFORD,
      ...match,
    },
    userMatchSettings: settingsOf(host, handicap),
    scores: { userScores: [], markerScores: [] },
    rounds: [],
    lobby: {
      users: users ?? [player('Alex Tran', { isHost: true })],
      invited: invited.map((name) => ({ ...golfer(name), inviteId: `invite ${name}` })),
    },
    hasVerifiedMarkersRound: false,
  };
}

function settingsOf({ id, fullName }: { id: string; fullName: string }, handicap: number | null): UserMatchSettings {
  const shown = handicap === null ? null : handicap.toFixed(1);
  return {
    userId: id,
    fullName,
    handicap,
    handicapForShow: shown,
    dailyHandicap: handicap === null ? null : 14,
    dailyHandicapForShow: handicap === null ? null : '14',
    ready: false,
    course: COURSE,
    holes: [],
    marker: null,
    markerMatchSettings: null,
    marking: [],
    match: { id: 'match', playType: 'COMPETITION', matchType: 'STABLEFORD', tee: 'Standard' },
  };
}
