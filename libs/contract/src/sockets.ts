import type { Written } from './calls.js';
import type { ErrorAnswer } from './errors.js';

/**
 * Socket events. They are hints: HTTP is the truth. Every one about a match carries its id
 * and the stream revision it tells of, so that a client sees a gap.
 */
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

/**
 * Acknowledgement of a client's emit. Joining a match answers the revision, watching a course the place in the log, that
 * the next hint follows.
 */
export type SocketAck = { status: 200; revision?: string; position?: string; log?: string } | ErrorAnswer;

export type ClientToServerEvents = {
  [Event in ClientEvent]: (payload: ClientPayloads[Event], ack?: (answer: SocketAck) => void) => void;
};
