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

/**
 * Events whose hints need the match as of the event or later: its members, a card's marker, the course and day. What
 * the hints read does not change afterwards, or the change does no harm.
 */
export const NEEDS_MATCH: ReadonlySet<MatchEventType> = new Set<MatchEventType>([
  'LobbyEnded',
  'CardSigned',
  'CardVerified',
  'CardReopened',
  'CardCorrected',
]);

/**
 * The hints of an event (docs/sockets.md). Viewers of the match are in its room; other golfers concerned are notified
 * in their own rooms.
 *
 * @param match null unless the event's type is in NEEDS_MATCH
 */
export function hints(event: MatchEvent, at: Place, match: MatchState | null): Hint[] {
  const hintsOf = HINTS[event.type] as (data: MatchEvent['data'], context: Context) => Hint[];
  return hintsOf(event.data, new Context(at, match));
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

class Context {
  constructor(
    readonly at: Place,
    private readonly loaded: MatchState | null,
  ) {}

  get match(): MatchState {
    if (this.loaded === null) throw new Error(`Hints of match ${this.at.matchId} need the match`);
    return this.loaded;
  }

  /** To the match's viewers, and to golfers wherever they are. */
  everywhere(event: MatchHintName, golfers: Iterable<string | null>, about: Pick<MatchHint, 'userId'> = {}): Hint {
    return this.to([matchRoom(this.at.matchId), ...golfersRooms(golfers)], event, about);
  }

  /** To the match's viewers. */
  viewers(event: MatchHintName, about: Pick<MatchHint, 'userId' | 'holeNumber'> = {}): Hint {
    return this.to([matchRoom(this.at.matchId)], event, about);
  }

  /** To golfers wherever they are. */
  golfers(event: MatchHintName, golfers: Iterable<string>, about: Pick<MatchHint, 'userId'> = {}): Hint[] {
    const rooms = golfersRooms(golfers);
    return rooms.length === 0 ? [] : [this.to(rooms, event, about)];
  }

  /** To the viewers of the course's leaderboard. */
  leaderboard(): Hint[] {
    const { course, start } = this.match;
    if (start === null) return [];
    const payload = { courseId: course.courseId, day: start.day, position: String(this.at.position), log: this.at.log };
    return [{ rooms: [courseRoom(course.courseId)], event: 'leaderboard_changed', payload }];
  }

  private to(rooms: string[], event: MatchHintName, about: Pick<MatchHint, 'userId' | 'holeNumber'>): Hint {
    const { matchId, revision, position, log } = this.at;
    return {
      rooms,
      event,
      payload: { matchId, revision: String(revision), position: String(position), log, ...about },
    };
  }
}

const golfersRooms = (golfers: Iterable<string | null>): string[] =>
  [...golfers].flatMap((userId) => (userId === null ? [] : [userRoom(userId)]));

/** To the match's viewers and to the card's player and marker, whose lists of unsigned rounds change. */
const cardHint =
  (event: MatchHintName) =>
  (data: { userId: string }, to: Context): Hint[] => {
    const { userId } = data;
    return [to.everywhere(event, [userId, to.match.cards.get(userId)?.markerId ?? null], { userId })];
  };

const users = ({ userId }: { userId: string }, to: Context): Hint[] => [to.viewers('users', { userId })];
const scored = (data: { userId: string; holeNumber: number }, to: Context): Hint[] => [
  to.viewers('score_recorded', { userId: data.userId, holeNumber: data.holeNumber }),
];

const HINTS: { [T in MatchEventType]: (data: MatchEvents[T], to: Context) => Hint[] } = {
  MatchCreated: ({ hostId }, to) => to.golfers('users', [hostId], { userId: hostId }),
  PlayerInvited: ({ userId }, to) => [
    to.viewers('invite_added', { userId }),
    ...to.golfers('invites_pending', [userId], { userId }),
  ],
  InviteAccepted: ({ userId }, to) => [
    to.everywhere('invite_accepted', [userId], { userId }),
    to.viewers('users', { userId }),
  ],
  InviteDenied: ({ userId }, to) => [to.everywhere('invite_denied', [userId], { userId })],
  InviteRemoved: ({ userId }, to) => [to.everywhere('invite_removed', [userId], { userId })],
  HandicapSet: users,
  PlayerReadied: ({ userId }, to) => [to.viewers('player_ready', { userId })],
  PlayerUnreadied: users,
  PlayerRemoved: ({ userId }, to) => [...to.golfers('kicked', [userId], { userId }), to.viewers('users', { userId })],
  PlayerLeftLobby: ({ userId }, to) => [to.everywhere('users', [userId], { userId })],
  MarkersAssigned: ({ markers }, to) => [to.everywhere('marker_changed', new Set(Object.values(markers)))],
  LobbyEnded: (_, to) => {
    const { members, invites } = to.match;
    const waiting = [...invites.values()].filter(({ status }) => status === 'PENDING').map(({ userId }) => userId);
    return [to.everywhere('lobby_ended', members.keys()), ...to.golfers('invite_removed', waiting)];
  },
  MatchStarted: ({ players }, to) => [
    to.everywhere(
      'match_start',
      players.map(({ userId }) => userId),
    ),
  ],
  HoleScored: scored,
  HoleScoreCleared: scored,
  CardSigned: cardHint('card_signed'),
  CardVerified: (data, to) => [...cardHint('round_verified')(data, to), ...to.leaderboard()],
  CardReopened: cardHint('card_reopened'),
  CardCorrected: (data, to) => [...cardHint('card_corrected')(data, to), ...to.leaderboard()],
  PlayerWithdrew: ({ userId }, to) => [to.everywhere('users', [userId], { userId })],
  AccountClosed: users,
  HostChanged: ({ hostId }, to) => [to.viewers('users', { userId: hostId })],
  MatchEnded: (_, to) => [to.viewers('users')],
  CommandNoted: () => [],
};
