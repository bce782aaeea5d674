import { errorAnswer, type ClientToServerEvents, type ErrorCode, type ServerToClientEvents } from '@fairmark/contract';
import type { Caller } from '../http/caller.js';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';

/** Names of rooms. A golfer's sockets start in the first; clients join the others on request. */
export const userRoom = (userId: string): string => `user:${userId}`;
export const matchRoom = (matchId: string): string => `match:${matchId}`;
export const courseRoom = (courseId: string): string => `course:${courseId}`;

/** The caller of a socket: a golfer, or a board link, whose id serves as both ids. */
export interface SocketCaller extends Caller {
  /** The only course that a board may watch; null for a golfer, who may watch any. */
  boardOf: string | null;
}

interface SocketData extends SocketCaller {
  /** Watched matches, with the revision returned when the connection joined. */
  matches: Map<string, bigint>;
  /** Consecutive messages refused by the rate limit. */
  refused: number;
}

export type GolferServer = Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;
export type GolferSocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;

/** This process's connections in a room, oldest first. */
export function socketsIn(server: GolferServer, room: string): GolferSocket[] {
  const { adapter, sockets } = server.sockets;
  return [...(adapter.rooms.get(room) ?? [])].flatMap((id) => sockets.get(id) ?? []);
}

/** Sends the reason and closes the connection. */
export function endSocket(socket: GolferSocket, code: ErrorCode): void {
  socket.emit('server_error', errorAnswer(code));
  socket.disconnect(true);
}

/** Removes a connection from a match's room. */
export function leaveMatch(socket: GolferSocket, matchId: string): void {
  socket.data.matches.delete(matchId);
  void socket.leave(matchRoom(matchId));
}
