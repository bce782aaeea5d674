import type { CourseHint, MatchHint, ServerEvent } from '@fairmark/contract';
import type { MatchEvent, MatchEvents, MatchEventType, MatchState } from '@fairmark/events';
import { courseRoom, matchRoom, userRoom } from './sockets.js';

/** One message to everybody who is in at least one of some rooms. It says that something happened, never what it looks like. */
export type Hint =
  | { rooms: string[]; event: MatchHintName; payload: MatchHint }
  | { rooms: string[]; event: 'leaderboard_changed'; payload: CourseHint };

type MatchHintName = Exclude<ServerEvent, 'leaderboard_changed' | 'server_error'>;

/** Where the event stands: in its match and in the log. */
export interface Place {
  matchId: string;
  revision: bigint;
  position: bigint;
  log: string;
}

/**
 * Events whose hints need the match as it is then or later: who is in it, who keeps a card, which course and day. What they ask
 * of it does not change afterwards, or does no harm.
 */
export const NEEDS_MATCH: ReadonlySet<MatchEventType> = new Set<MatchEventType>([
  'LobbyEnded',
  'CardSigned',
  'CardVerified',
  'CardReopened',
  'CardCorrected',
]);

/**
 * What an event tells to whom (docs/sockets.md). In the match's room are those who look at it; golfers whom it concerns
 * elsewhere are notified in their own rooms.
 *
 * @param match null where the event's type is not in NEEDS_MATCH
 */
export function hints(event: MatchEvent, at: Place, match: MatchState | null): Hint[] {
  const tell = HINTS[event.type] as (data: MatchEvent['data'], context: Context) => Hint[];
  return tell(event.data, new Context(at, match));
}

/** Whom an event makes a stranger to the match: his or her sockets leave its room. */
export function departed(event: MatchEvent): string | null {
  return MAKES_STRANGERS.has(event.type) && 'userId' in event.data ? event.data.userId : null;
}

const MAKES_STRANGERS: ReadonlySet<MatchEventType> = new Set<MatchEventType>([
  'PlayerRemoved',
  'PlayerLeftLobby',
  'InviteDenied',
  'InviteRemoved',
  'AccountClosed',
]);

class Context {
  constructor(
    readonly at: Place,
    private readonly known: MatchState | null,
  ) {}

  get match(): MatchState {
    if (this.known === null) throw new Error(`Hints of match ${this.at.matchId} need the match`);
    return this.known;
  }

  /** To those who watch the match, and to golfers wherever they are. */
  everywhere(event: MatchHintName, golfers: Iterable<string | null>, about: Pick<MatchHint, 'userId'> = {}): Hint {
    return this.to([matchRoom(this.at.matchId), ...golfersRooms(golfers)], event, about);
  }

  /** To those who watch the match. */
  viewers(event: MatchHintName, about: Pick<MatchHint, 'userId' | 'holeNumber'> = {}): Hint {
    return this.to([matchRoom(this.at.matchId)], event, about);
  }

  /** To golfers, wherever they are. */
  golfers(event: MatchHintName, golfers: Iterable<string>, about: Pick<MatchHint, 'userId'> = {}): Hint[] {
    const rooms = golfersRooms(golfers);
    return rooms.length === 0 ? [] : [this.to(rooms, event, about)];
  }

  /** To those who watch the course's leaderboard. */
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

/** The player and the marker of a card, whose lists of unsigned rounds change with it. */
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
  MarkersAssigned: (_, to) => [to.viewers('marker_changed')],
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
