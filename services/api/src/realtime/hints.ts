import type { CourseHint, MatchHint, ServerEvent } from '@fairmark/contract';
import type { MatchEvent, MatchEvents, MatchEventType, MatchState } from '@fairmark/events';
import { courseRoom, matchRoom, userRoom } from './sockets.js';

/** A message to the sockets in at least one of the rooms. It says that something happened, without its content. */
export type Hint =
  | { rooms: string[]; event: MatchHintName; payload: MatchHint }
  | { rooms: string[]; event: 'leaderboard_changed'; payload: CourseHint };

type MatchHintName = Exclude<ServerEvent, 'leaderboard_changed' | 'server_error'>;

/** An event's place in its match and in the log. */
export interface Place {
  matchId: string;
  revision: bigint;
  position: bigint;
  log: string;
}

/** Events whose hints need the match as of the event or later; what they read of it does not change any more. */
export const NEEDS_MATCH: ReadonlySet<MatchEventType> = new Set<MatchEventType>([
  'LobbyEnded',
  'CardSigned',
  'CardVerified',
  'CardReopened',
  'CardCorrected',
]);

/** The hints of an event (docs/sockets.md). `match` may be null unless its type is in NEEDS_MATCH. */
export function hints(event: MatchEvent, at: Place, match: MatchState | null): Hint[] {
  const { matchId, log } = at;
  const position = String(at.position);
  const rowsOf = HINTS[event.type] as (data: MatchEvent['data'], viewers: string, match: () => MatchState) => Row[];
  const loaded = (): MatchState => {
    if (match === null) throw new Error(`Hints of match ${matchId} need the match`);
    return match;
  };
  const rows = rowsOf(event.data, matchRoom(matchId), loaded).map(([name, rooms, about]): Hint => {
    const payload = { matchId, revision: String(at.revision), position, log, ...about };
    return { rooms, event: name, payload };
  });
  const hintsOfMatch = rows.filter(({ rooms }) => rooms.length > 0);
  if (event.type !== 'CardVerified' && event.type !== 'CardCorrected') return hintsOfMatch;
  const { course, start } = loaded();
  if (start === null) return hintsOfMatch;
  const payload = { courseId: course.courseId, day: start.day, position, log };
  return [...hintsOfMatch, { rooms: [courseRoom(course.courseId)], event: 'leaderboard_changed', payload }];
}

/** The golfer whom an event removes from the match, whose sockets then leave its room; otherwise null. */
export function departed(event: MatchEvent): string | null {
  return REMOVES_GOLFER.has(event.type) && 'userId' in event.data ? event.data.userId : null;
}

const REMOVES_GOLFER: ReadonlySet<MatchEventType> = new Set<MatchEventType>([
  'PlayerRemoved',
  'PlayerLeftLobby',
  'InviteDenied',
  'InviteRemoved',
  'AccountClosed',
]);

/** A hint about a match: its rooms, and the golfer and hole that it is about. */
type Row = [event: MatchHintName, rooms: string[], about?: Pick<MatchHint, 'userId' | 'holeNumber'>];

const roomsOf = (golfers: Iterable<string>): string[] => [...golfers].map(userRoom);

/** To the match's viewers and to the card's player and marker, whose lists of unsigned rounds change. */
const cardHint =
  (event: MatchHintName) =>
  ({ userId }: { userId: string }, viewers: string, match: () => MatchState): Row[] => {
    const marker = match().cards.get(userId)?.markerId;
    return [[event, [viewers, ...roomsOf(marker ? [userId, marker] : [userId])], { userId }]];
  };
/** To the match's viewers. */
const viewersHint =
  (event: MatchHintName) =>
  ({ userId }: { userId: string }, viewers: string): Row[] => [[event, [viewers], { userId }]];
/** To the match's viewers and to the golfer. */
const golferHint =
  (event: MatchHintName) =>
  ({ userId }: { userId: string }, viewers: string): Row[] => [[event, [viewers, userRoom(userId)], { userId }]];
const scored = ({ userId, holeNumber }: { userId: string; holeNumber: number }, viewers: string): Row[] => [
  ['score_recorded', [viewers], { userId, holeNumber }],
];

const HINTS: { [T in MatchEventType]: (data: MatchEvents[T], viewers: string, match: () => MatchState) => Row[] } = {
  MatchCreated: ({ hostId }) => [['users', [userRoom(hostId)], { userId: hostId }]],
  PlayerInvited: ({ userId }, viewers) => [
    ['invite_added', [viewers], { userId }],
    ['invites_pending', [userRoom(userId)], { userId }],
  ],
  InviteAccepted: ({ userId }, viewers) => [
    ['invite_accepted', [viewers, userRoom(userId)], { userId }],
    ['users', [viewers], { userId }],
  ],
  InviteDenied: golferHint('invite_denied'),
  InviteRemoved: golferHint('invite_removed'),
  HandicapSet: viewersHint('users'),
  PlayerReadied: viewersHint('player_ready'),
  PlayerUnreadied: viewersHint('users'),
  PlayerRemoved: ({ userId }, viewers) => [
    ['kicked', [userRoom(userId)], { userId }],
    ['users', [viewers], { userId }],
  ],
  PlayerLeftLobby: golferHint('users'),
  // To all, because a former marker has one card fewer to sign.
  MarkersAssigned: ({ markers }, viewers) => [['marker_changed', [viewers, ...roomsOf(Object.keys(markers))]]],
  LobbyEnded: (_, viewers, match) => {
    const { members, invites } = match();
    const waiting = [...invites.values()].filter(({ status }) => status === 'PENDING').map(({ userId }) => userId);
    return [
      ['lobby_ended', [viewers, ...roomsOf(members.keys())]],
      ['invite_removed', roomsOf(waiting)],
    ];
  },
  MatchStarted: ({ players }, viewers) => [
    ['match_start', [viewers, ...players.map(({ userId }) => userRoom(userId))]],
  ],
  HoleScored: scored,
  HoleScoreCleared: scored,
  CardSigned: cardHint('card_signed'),
  CardVerified: cardHint('round_verified'),
  CardReopened: cardHint('card_reopened'),
  CardCorrected: cardHint('card_corrected'),
  PlayerWithdrew: golferHint('users'),
  AccountClosed: viewersHint('users'),
  HostChanged: ({ hostId }, viewers) => [['users', [viewers], { userId: hostId }]],
  MatchEnded: (_, viewers) => [['users', [viewers]]],
  CommandNoted: () => [],
};
