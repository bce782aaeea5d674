import type { Written } from './calls.js';
import type { ErrorAnswer } from './errors.js';

/** Socket events: hints, HTTP is the truth. Those about a match carry its id and revision, so that clients see gaps. */
export const SERVER_EVENTS = [
  'invites_pending',
  'invite_added',
  'invite_removed',
  'invite_accepted',
  'invite_denied',
  'player_ready',
  'users',
  'marker_changed',
  'lobby_ended',
  'kicked',
  'match_start',
  'score_recorded',
  'card_signed',
  'card_reopened',
  'round_verified',
  'card_corrected',
  'leaderboard_changed',
  'server_error',
] as const;
export type ServerEvent = (typeof SERVER_EVENTS)[number];

export const CLIENT_EVENTS = ['join_lobby', 'leave_lobby', 'watch_course', 'unwatch_course'] as const;
export type ClientEvent = (typeof CLIENT_EVENTS)[number];

/** Something happened to a match. A query that carries `position` and `log` of the hint shows what it is about. */
export interface MatchHint extends Written {
  matchId: string;
  revision: string;
  /** Whom it is about, where it is about one golfer: for scores and signatures, whose card. */
  userId?: string;
  holeNumber?: number;
}

/** A day's leaderboard of a course changed (`leaderboard_changed`). */
export interface CourseHint extends Written {
  courseId: string;
  /** Course-local date, YYYY-MM-DD. */
  day: string;
}

/** What each server event carries; `server_error` says why the server ends the connection. */
export type ServerPayload<Event extends ServerEvent> = Event extends 'leaderboard_changed'
  ? CourseHint
  : Event extends 'server_error'
    ? ErrorAnswer
    : MatchHint;

export type ServerToClientEvents = { [Event in ServerEvent]: (payload: ServerPayload<Event>) => void };

/** What each client event carries. */
export interface ClientPayloads {
  join_lobby: { matchId: string };
  leave_lobby: { matchId: string };
  watch_course: { courseId: string };
  unwatch_course: { courseId: string };
}

/** Answer to an emit. The next hint follows the match's revision, or the course's place in the log, that it names. */
export type SocketAck = { status: 200; revision?: string; position?: string; log?: string } | ErrorAnswer;

export type ClientToServerEvents = {
  [Event in ClientEvent]: (payload: ClientPayloads[Event], ack?: (answer: SocketAck) => void) => void;
};
