import type { CourseHint, MatchHint, ServerEvent } from '@fairmark/contract';
import type { MatchEvent, MatchEventType, MatchState } from '@fairmark/events';
import { courseRoom, matchRoom, userRoom } from './sockets.js';

/** A message to the sockets in at least one of the rooms. It says that something happened, without its content. */
export type Hint =
  | { rooms: string[]; event: MatchHintName; payload: MatchHint }
  | { rooms: string[]; event: 'leaderboard_changed'; payload: CourseHint };

type MatchHintName = Exclude<ServerEvent, 'leaderboard_changed' | 'server_error'>;

/** An event's place in its match and in the log. */
type Place = Omit<MatchHint, 'userId' | 'holeNumber'>;

/** The golfer is the one whom the event is about, the marker that of the golfer's card. */
type Audience = 'viewers' | 'golfer' | 'marker' | 'players' | 'invitees';

/** The hints of each event about its match, and who gets them (docs/sockets.md). */
const HINTS: Readonly<Record<MatchEventType, Partial<Record<MatchHintName, readonly Audience[]>>>> = {
  MatchCreated: { users: ['golfer'] },
  PlayerInvited: { invite_added: ['viewers'], invites_pending: ['golfer'] },
  InviteAccepted: { invite_accepted: ['viewers', 'golfer'], users: ['viewers'] },
  InviteDenied: { invite_denied: ['viewers', 'golfer'] },
  InviteRemoved: { invite_removed: ['viewers', 'golfer'] },
  HandicapSet: { users: ['viewers'] },
  PlayerReadied: { player_ready: ['viewers'] },
  PlayerUnreadied: { users: ['viewers'] },
  PlayerRemoved: { kicked: ['golfer'], users: ['viewers'] },
  PlayerLeftLobby: { users: ['viewers', 'golfer'] },
  // To all, because a former marker has one card fewer to sign.
  MarkersAssigned: { marker_changed: ['viewers', 'players'] },
  LobbyEnded: { lobby_ended: ['viewers', 'players'], invite_removed: ['invitees'] },
  MatchStarted: { match_start: ['viewers', 'players'] },
  HoleScored: { score_recorded: ['viewers'] },
  HoleScoreCleared: { score_recorded: ['viewers'] },
  // To player and marker, whose lists of unsigned rounds change.
  CardSigned: { card_signed: ['viewers', 'golfer', 'marker'] },
  CardVerified: { round_verified: ['viewers', 'golfer', 'marker'] },
  CardReopened: { card_reopened: ['viewers', 'golfer', 'marker'] },
  CardCorrected: { card_corrected: ['viewers', 'golfer', 'marker'] },
  PlayerWithdrew: { users: ['viewers', 'golfer'] },
  AccountClosed: { users: ['viewers'] },
  HostChanged: { users: ['viewers'] },
  MatchEnded: { users: ['viewers'] },
  CommandNoted: {},
};

/** Whether an event's hints need the match as of the event or later; what they read of it does not change any more. */
export function needsMatch({ type }: MatchEvent): boolean {
  const to = Object.values(HINTS[type]).flat();
  return to.includes('marker') || to.includes('invitees');
}

/** The hints of an event. `match` may be null unless `needsMatch`. */
export function hints(event: MatchEvent, at: Place, match: MatchState | null): Hint[] {
  const { matchId, position, log } = at;
  const loaded = (): MatchState => {
    if (match === null) throw new Error(`Hints of match ${matchId} need the match`);
    return match;
  };
  const roomsOf = (to: Audience): string[] =>
    to === 'viewers' ? [matchRoom(matchId)] : golfersAmong(to, event, loaded).map(userRoom);
  const payload = { ...at, ...aboutOf(event) };
  const rows = Object.entries(HINTS[event.type]) as [MatchHintName, Audience[]][];
  const ofMatch = rows
    .map(([name, to]): Hint => ({ rooms: to.flatMap(roomsOf), event: name, payload }))
    .filter(({ rooms }) => rooms.length > 0);
  if (event.type !== 'CardVerified' && event.type !== 'CardCorrected') return ofMatch;
  const { course, start } = loaded();
  if (start === null) return ofMatch;
  const changed = { courseId: course.courseId, day: start.day, position, log };
  return [...ofMatch, { rooms: [courseRoom(course.courseId)], event: 'leaderboard_changed', payload: changed }];
}

/** The golfer and hole that an event is about. */
function aboutOf({ data }: MatchEvent): Pick<MatchHint, 'userId' | 'holeNumber'> {
  if ('holeNumber' in data) return { userId: data.userId, holeNumber: data.holeNumber };
  if ('userId' in data) return { userId: data.userId };
  return 'hostId' in data ? { userId: data.hostId } : {};
}

function golfersAmong(to: Exclude<Audience, 'viewers'>, event: MatchEvent, match: () => MatchState): string[] {
  const { userId = '' } = aboutOf(event);
  if (to === 'golfer') return [userId];
  if (to === 'marker') {
    const marker = match().cards.get(userId)?.markerId;
    return marker ? [marker] : [];
  }
  if (to === 'players') {
    if (event.type === 'MarkersAssigned') return Object.keys(event.data.markers);
    if (event.type === 'MatchStarted') return event.data.players.map((player) => player.userId);
    return [...match().members.keys()];
  }
  return [...match().invites.values()].filter(({ status }) => status === 'PENDING').map((invite) => invite.userId);
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
