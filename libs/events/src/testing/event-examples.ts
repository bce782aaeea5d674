import type { CompetitionEvents } from '../competition/competition.events.js';
import type { HandicapSettings, HoleCard, MatchEvents } from '../match/match.events.js';

/** One example of the current version of each event, checked by the compiler; the golden files hold the same. */

export const MATCH_ID = '3f0a2c44-5d0e-5a41-9c52-0d4a1b7e6f01';
export const COMPETITION_ID = '9b1de7a0-6c1f-5f0e-8a55-27c3d9b4e802';
/** A hosts, B and C are invited. */
export const A = '0a8e5a3e-2f64-4b1c-9a61-5d5c3b0f1a01';
export const B = '1b7f4c2d-3e75-4c2d-8b72-6e6d4c1f2b02';
export const C = '2c6f3b1c-4d86-4d3e-9c83-7f7e5d2f3c03';
export const INVITE_ID = '7d2c9e10-1a2b-4c3d-8e4f-5a6b7c8d9e0f';
/** The id of the HoleScored example, which HoleScoreCleared takes back. */
export const ENTRY_ID = '5e4d3c2b-1a09-5f8e-9d7c-6b5a49382716';
const CARD_HASH = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00';

const PARS = [4, 4, 3, 5, 4, 4, 3, 5, 4, 4, 4, 3, 5, 4, 4, 3, 5, 4];
const INDEXES = [8, 12, 16, 2, 6, 10, 18, 4, 14, 7, 11, 15, 1, 5, 9, 17, 3, 13];

/** Men have three index numbers per hole, women one and a par more on hole 14. */
const mens = PARS.map((par, i): HoleCard => {
  const first = INDEXES[i] ?? 0;
  return { number: i + 1, par, distance: par * 92 - 20 + i, strokeIndex: [first, first + 18, first + 36] };
});
const ladies = mens.map(({ number, par, distance }, i): HoleCard => ({
  number,
  par: number === 14 ? 5 : par,
  distance: distance - 30,
  strokeIndex: INDEXES[i] ?? 0,
}));

const COURSE = {
  courseId: '4d5e6f70-8192-4a3b-8c4d-5e6f70819203',
  name: 'Saltbush Links',
  clubName: 'Saltbush Golf Club',
  courseName: 'Links',
  state: 'NSW',
  timeZone: 'Australia/Sydney',
  golflinkCourseId: '20101',
};

const MENS = { slopeRating: 124, scratchRating: 72, parRating: 72 };
const LADIES = { slopeRating: 121, scratchRating: 74, parRating: 73 };
const SETTINGS: HandicapSettings = { handicap: 12.4, gender: 'MALE', ...MENS, cap: 36, dailyHandicap: 13 };
const HERS: HandicapSettings = { handicap: -1.2, gender: 'FEMALE', ...LADIES, cap: 45, dailyHandicap: 0 };

export const MATCH_EXAMPLES: MatchEvents = {
  MatchCreated: {
    matchId: MATCH_ID,
    hostId: A,
    hostGender: 'FEMALE',
    playType: 'COMPETITION',
    matchType: 'STABLEFORD',
    tee: 'Standard',
    course: {
      ...COURSE,
      byGender: {
        MALE: { ratingKind: 'Standard Tees', ...MENS, holes: mens },
        FEMALE: { ratingKind: 'Ladies Tees', ...LADIES, holes: ladies },
      },
    },
    maxGroupSize: 3,
  },
  PlayerInvited: { inviteId: INVITE_ID, userId: B },
  InviteAccepted: { inviteId: INVITE_ID, userId: B, gender: 'MALE' },
  InviteDenied: { inviteId: INVITE_ID, userId: B },
  InviteRemoved: { inviteId: INVITE_ID, userId: B },
  HandicapSet: { userId: B, settings: SETTINGS },
  PlayerReadied: { userId: B },
  PlayerUnreadied: { userId: B },
  PlayerRemoved: { userId: B },
  PlayerLeftLobby: { userId: B, reason: 'LEFT' },
  MarkersAssigned: { markers: { [A]: B, [B]: A }, by: 'LOOP' },
  LobbyEnded: { reason: 'HOST_ENDED' },
  MatchStarted: {
    day: '2026-11-21',
    players: [
      { userId: A, settings: HERS, markerId: B },
      { userId: B, settings: SETTINGS, markerId: A },
    ],
  },
  HoleScored: { userId: A, side: 'MARKER', enteredBy: B, holeNumber: 4, strokes: 6, noScore: false, replaces: null },
  HoleScoreCleared: { userId: A, side: 'MARKER', enteredBy: B, holeNumber: 4, replaces: ENTRY_ID },
  CardSigned: { userId: A, signedBy: B, as: 'MARKER', cardHash: CARD_HASH, asShown: true },
  CardVerified: { userId: A, cardHash: CARD_HASH },
  CardReopened: { userId: A, reopenedBy: B },
  CardCorrected: {
    userId: A,
    correctedBy: C,
    reason: 'PENALTY',
    noteHash: CARD_HASH,
    holes: [{ holeNumber: 4, strokes: 7, noScore: false, replaces: ENTRY_ID }],
    cardHash: CARD_HASH,
  },
  PlayerWithdrew: { userId: A, reason: 'LEFT' },
  HostChanged: { hostId: B },
  AccountClosed: { userId: A },
  MatchEnded: { reason: 'ALL_WITHDRAWN' },
  CommandNoted: {},
};

export const COMPETITION_EXAMPLES: CompetitionEvents = {
  CompetitionCreated: {
    competitionId: COMPETITION_ID,
    hostId: A,
    name: 'Summer ringers',
    competitionType: 'ECLECTIC',
    course: COURSE,
    duration: 6,
    days: ['Wednesday', 'Saturday'],
    allowance: 75,
    firstDay: '2026-11-21',
    lastDay: '2027-01-01',
    consent: 'ASKED',
  },
  CompetitionPlayersAdded: { userIds: [B, C] },
  CompetitionPlayerRemoved: { userId: B, reason: 'HOST' },
  CompetitionOpened: { userId: B },
  CompetitionPlayerLeft: { userId: B },
  CompetitionHostChanged: { hostId: C },
  CompetitionDeleted: { reason: 'HOST' },
  CompetitionFinished: { verifiedBefore: '2027-01-02T13:00:00.000Z' },
  CompetitionCommandNoted: {},
};
