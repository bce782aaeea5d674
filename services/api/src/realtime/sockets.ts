import {
  errorAnswer,
  type ClientToServerEvents,
  type ErrorAnswer,
  type ErrorCode,
  type ServerToClientEvents,
} from '@fairmark/contract';
import { answerTo } from '../http/refusal.answer.js';
import type { Logger } from '../platform/tokens.js';
import type { SocketCaller } from '../sessions/authentication.js';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';

/** Names of the rooms that hints go to. A golfer's sockets are in the first two from the start; the others are asked for. */
export const userRoom = (userId: string): string => `user:${userId}`;
export const sessionRoom = (sessionId: string): string => `session:${sessionId}`;
export const matchRoom = (matchId: string): string => `match:${matchId}`;
export const courseRoom = (courseId: string): string => `course:${courseId}`;

/** What the server keeps about a connection. */
export interface SocketData extends SocketCaller {
  /** Matches that this connection looks at, with the revision that it got when it joined. */
  matches: Map<string, bigint>;
  courses: Set<string>;
  /** Messages in a row that were refused because they were too many. */
  refused: number;
}

export type GolferServer = Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;
export type GolferSocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;

/** This process's connections in a room, oldest first. */
export function socketsIn(server: GolferServer, room: string): GolferSocket[] {
  const { adapter, sockets } = server.sockets;
  return [...(adapter.rooms.get(room) ?? [])].flatMap((id) => sockets.get(id) ?? []);
}

/** What a client is answered about an error. One that was not expected is logged. */
export function answered(error: unknown, logger: Logger, what: string): ErrorAnswer {
  const { body, unexpected } = answerTo(error);
  if (unexpected) logger.error({ err: error }, what);
  return body;
}

/** Says why, and ends the connection. */
export function endSocket(socket: GolferSocket, code: ErrorCode): void {
  socket.emit('server_error', errorAnswer(code));
  socket.disconnect(true);
}

/** Takes a connection out of a match's room. */
export function leaveMatch(socket: GolferSocket, matchId: string): void {
  socket.data.matches.delete(matchId);
  void socket.leave(matchRoom(matchId));
}
