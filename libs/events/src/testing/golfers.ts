import type { Side } from '@fairmark/contract';
import type {
  CourseCard,
  HandicapSettings,
  HoleCard,
  Markers,
  MatchEvent,
  MatchEvents,
  MatchEventType,
} from '../match/match.events.js';
import type { Gender } from '@fairmark/scoring';
import { MATCH_EXAMPLES } from './event-examples.js';

/** Short builders for golfers and the events of their match. Events are written out here, not decided. */

export const MATCH_ID = 'match-1';
/** When every match of these tests is created: 8 am on 1 May 2026 in Sydney. */
export const CREATED_AT = '2026-04-30T22:00:00.000Z';

/** Par 72, index = hole number, neutral ratings: a man's daily handicap is his handicap × 0.93 × 0.9986, rounded. */
const RATINGS = { slopeRating: 113, scratchRating: 72, parRating: 72 };
const HOLES: HoleCard[] = Array.from({ length: 18 }, (_, index) => ({
  number: index + 1,
  par: 4,
  distance: 350,
  strokeIndex: index + 1,
}));

export const COURSE: CourseCard = {
  ...MATCH_EXAMPLES.MatchCreated.course,
  byGender: {
    MALE: { ratingKind: 'Standard Tees', ...RATINGS, holes: HOLES },
    FEMALE: { ratingKind: 'Ladies Tees', ...RATINGS, holes: HOLES },
  },
};

/** The same course without ratings for women. */
export const MENS_COURSE: CourseCard = { ...COURSE, byGender: { MALE: COURSE.byGender.MALE } };

/** Settings as stored in events; the daily handicap is written down, not computed. */
export function settings(handicap: number, dailyHandicap: number, gender: Gender = 'MALE'): HandicapSettings {
  const cap = gender === 'MALE' ? 36 : 45;
  return { handicap, gender, ...RATINGS, cap, dailyHandicap };
}

/** 10.0 by the card above: 10 × 0.93 × 0.9986 = 9.29. */
export const TEN = settings(10, 9);
/** 12.4: 12.4 × 0.93 × 0.9986 = 11.52. */
export const TWELVE_FOUR = settings(12.4, 12);

const event = <T extends MatchEventType>(type: T, data: MatchEvents[T]): MatchEvent => ({ type, data }) as MatchEvent;

/** The match of these tests; Ann is its host. */
export const MATCH = {
  matchId: MATCH_ID,
  playType: 'COMPETITION',
  matchType: 'STABLEFORD',
  tee: 'Standard',
  course: COURSE,
  maxGroupSize: 3,
} as const;

export const created = (match: Partial<MatchEvents['MatchCreated']> = {}): MatchEvent =>
  event('MatchCreated', { hostId: 'ann', hostGender: 'MALE', ...MATCH, ...match });

export const social = (match: Partial<MatchEvents['MatchCreated']> = {}): MatchEvent =>
  created({ playType: 'SOCIAL', ...match });

const invite = (userId: string, nth: number) => ({ inviteId: `invite-${userId}-${nth}`, userId });

export const invited = (userId: string, nth = 1): MatchEvent => event('PlayerInvited', invite(userId, nth));
export const accepted = (userId: string, nth = 1, gender: Gender = 'MALE'): MatchEvent =>
  event('InviteAccepted', { ...invite(userId, nth), gender });
export const denied = (userId: string, nth = 1): MatchEvent => event('InviteDenied', invite(userId, nth));
export const inviteRemoved = (userId: string, nth = 1): MatchEvent => event('InviteRemoved', invite(userId, nth));
export const removed = (userId: string): MatchEvent => event('PlayerRemoved', { userId });
export const leftLobby = (userId: string, reason: MatchEvents['PlayerLeftLobby']['reason'] = 'LEFT'): MatchEvent =>
  event('PlayerLeftLobby', { userId, reason });
export const lobbyEnded = (reason: MatchEvents['LobbyEnded']['reason']): MatchEvent => event('LobbyEnded', { reason });
export const markersAssigned = (markers: Markers, by: 'LOOP' | 'HOST' = 'LOOP'): MatchEvent =>
  event('MarkersAssigned', { markers, by });
export const handicapSet = (userId: string, settings: HandicapSettings = TEN): MatchEvent =>
  event('HandicapSet', { userId, settings });
export const readied = (userId: string): MatchEvent => event('PlayerReadied', { userId });
export const unreadied = (userId: string): MatchEvent => event('PlayerUnreadied', { userId });

/** The start of a round with its players and settings, for every test that needs one. */
export const startedWith = (day: string, players: MatchEvents['MatchStarted']['players']): MatchEvent =>
  event('MatchStarted', { day, players });

export function started(markers: Markers, day = '2026-05-01', settings: HandicapSettings = TEN): MatchEvent {
  const players = Object.entries(markers).map(([userId, markerId]) => ({ userId, settings, markerId }));
  return startedWith(day, players);
}

/** A score in an event or a command; null is none. */
export const written = <Score extends number | null>(score: Score | 'NS') => ({
  strokes: score === 'NS' ? null : score,
  noScore: score === 'NS',
});

/** An entry: `entered('ann', 'MARKER', 'ben', 1, 4)` is Ben's 4 for Ann on the first. `'NS'` is No Score. */
export const entered = (
  userId: string,
  side: Side,
  enteredBy: string,
  holeNumber: number,
  score: number | 'NS',
  replaces: string | null = null,
): MatchEvent => event('HoleScored', { userId, side, enteredBy, holeNumber, ...written(score), replaces });

export const cleared = (
  userId: string,
  side: Side,
  enteredBy: string,
  holeNumber: number,
  replaces: string,
): MatchEvent => event('HoleScoreCleared', { userId, side, enteredBy, holeNumber, replaces });

/** All 18 holes of one side, fours except those in `except`; a hole set to null stays open. */
export function side(
  userId: string,
  as: Side,
  enteredBy: string,
  except: Record<number, number | 'NS' | null> = {},
): MatchEvent[] {
  return Array.from({ length: 18 }, (_, index) => index + 1).flatMap((hole) => {
    const score = hole in except ? (except[hole] ?? null) : 4;
    return score === null ? [] : [entered(userId, as, enteredBy, hole, score)];
  });
}

type Except = Parameters<typeof side>[3];

/** A whole card, agreed but for the exceptions: the player's 18 and the marker's 18. */
export const wholeCard = (userId: string, markerId: string, byPlayer?: Except, byMarker?: Except): MatchEvent[] => [
  ...side(userId, 'PLAYER', userId, byPlayer),
  ...side(userId, 'MARKER', markerId, byMarker),
];

export const signed = (userId: string, as: Side, signedBy: string, cardHash: string, asShown = false): MatchEvent =>
  event('CardSigned', { userId, signedBy, as, cardHash, asShown });
export const verified = (userId: string, cardHash: string): MatchEvent => event('CardVerified', { userId, cardHash });
export const reopened = (userId: string, reopenedBy: string): MatchEvent =>
  event('CardReopened', { userId, reopenedBy });

/** The committee corrects one hole; it replaces the marker's entry unless `replaces` names another. */
export function corrected(
  userId: string,
  correctedBy: string,
  holeNumber: number,
  score: number | 'NS',
  replaces = 'e9',
): MatchEvent {
  const holes = [{ holeNumber, ...written(score), replaces }];
  const about = { userId, correctedBy, reason: 'RULING', noteHash: null, cardHash: 'corrected' } as const;
  return event('CardCorrected', { ...about, holes });
}

export const withdrew = (userId: string, reason: 'LEFT' | 'ACCOUNT_DELETED' = 'LEFT'): MatchEvent =>
  event('PlayerWithdrew', { userId, reason });
export const accountClosed = (userId: string): MatchEvent => event('AccountClosed', { userId });
export const hostChanged = (hostId: string): MatchEvent => event('HostChanged', { hostId });
export const matchEnded: MatchEvent = event('MatchEnded', { reason: 'ALL_WITHDRAWN' });

/** Ann's lobby with these golfers in it, in joining order, and the markers that the loop gives them. */
export function lobbyWith(...others: string[]): MatchEvent[] {
  return [created(), ...others.flatMap((userId) => [invited(userId), accepted(userId)]), ...loopOf(['ann', ...others])];
}

/** Written out on purpose: 1 marks 2, 2 marks 3, 3 marks 1. */
const LOOPS: Record<number, (players: string[]) => Markers> = {
  2: ([a = '', b = '']) => ({ [a]: b, [b]: a }),
  3: ([a = '', b = '', c = '']) => ({ [a]: c, [b]: a, [c]: b }),
  4: ([a = '', b = '', c = '', d = '']) => ({ [a]: d, [b]: a, [c]: b, [d]: c }),
};

const loopOf = (players: string[]): MatchEvent[] => {
  const loop = LOOPS[players.length];
  return loop === undefined ? [] : [markersAssigned(loop(players))];
};

/** A competition round under way: Ann's lobby, every player on 10.0 and ready, markers in the loop. */
export function roundOf(players: string[], match: Partial<MatchEvents['MatchCreated']> = {}): MatchEvent[] {
  const [, ...others] = players;
  const markers = LOOPS[players.length]?.(players) ?? {};
  return [
    created({ maxGroupSize: 4, ...match }),
    ...others.flatMap((userId) => [invited(userId), accepted(userId)]),
    markersAssigned(markers),
    ...players.flatMap((userId) => [handicapSet(userId), readied(userId)]),
    started(markers),
  ];
}

/** A practice round under way: without markers. */
export function practiceOf(players: string[]): MatchEvent[] {
  const [, ...others] = players;
  return [
    social(),
    ...others.flatMap((userId) => [invited(userId), accepted(userId)]),
    ...players.map((userId) => handicapSet(userId)),
    started(Object.fromEntries(players.map((userId) => [userId, null]))),
  ];
}
