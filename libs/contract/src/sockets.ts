import type { Written } from './calls.js';
import type { ErrorAnswer } from './errors.js';

/** Socket events are only hints to query over HTTP. A match's carry its revision, so that clients can detect gaps. */
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

/** An event of a match. A query with the hint's `position` and `log` shows its effect. */
export interface MatchHint extends Written {
  matchId: string;
  revision: string;
  /** The golfer it is about, if it is a single one; for scores and signatures, the card's owner. */
  userId?: string;
  holeNumber?: number;
}

/** A day's leaderboard of a course changed (`leaderboard_changed`). */
export interface CourseHint extends Written {
  courseId: string;
  day: string;
}

/** The payload of a server event; `server_error` says why the server closes the connection. */
export type ServerPayload<Event extends ServerEvent> = Event extends 'leaderboard_changed'
  ? CourseHint
  : Event extends 'server_error'
    ? ErrorAnswer
    : MatchHint;

export type ServerToClientEvents = { [Event in ServerEvent]: (payload: ServerPayload<Event>) => void };

export interface ClientPayloads {
  join_lobby: { matchId: string };
  leave_lobby: { matchId: string };
  watch_course: { courseId: string };
  unwatch_course: { courseId: string };
}

/** Acknowledges an emit. Hints follow for events after the given match revision or, for a course, log position. */
export type SocketAck = { status: 200; revision?: string; position?: string; log?: string } | ErrorAnswer;

export type ClientToServerEvents = {
  [Event in ClientEvent]: (payload: ClientPayloads[Event], ack?: (answer: SocketAck) => void) => void;
};
