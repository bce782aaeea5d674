import {
  LIMITS,
  SERVER_EVENTS,
  type Freshness,
  type ServerEvent,
  type ServerPayload,
  type SocketAck,
  type UnverifiedRoundsAnswer,
} from '@fairmark/contract';
import type { Query, QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../call/client.js';
import { isErrorAnswer } from '../call/errors.js';
import { noteWritten, noteRevision } from '../call/position.js';
import { askAgain, queryClient } from '../call/query-client.js';
import { endSession, onSession, session } from '../call/session.js';
import { whenIdle } from '../when-idle.js';
import { keepSocket, type Connection } from './socket.js';

type HintEvent = Exclude<ServerEvent, 'server_error'>;
type HintListener = (event: HintEvent, payload: ServerPayload<HintEvent>) => void;

/** What pages can watch. */
interface Room {
  join: (line: ReturnType<Connection['timeout']>) => Promise<SocketAck>;
  onAnswer: (answer: SocketAck) => void;
  leave: () => void;
}

const OPENS_WITHIN_MS = 1_000;
const COMPARE_EVERY_MS = 30_000;
const ACK_MS = 8_000;
const HINTS = SERVER_EVENTS.filter((event): event is HintEvent => event !== 'server_error');

let connection: Connection | null = null;
/** What pages watch, by the id of its match or course. */
const rooms = new Map<string, Room & { watchers: number }>();
const hintListeners = new Set<HintListener>();
const connectListeners = new Set<() => void>();

/** Opens the golfer's socket, again after each sign-in, for hints; data is read by HTTP. Returns how to close it. */
export function startRealtime(): () => void {
  const reopen = (): void => {
    close();
    close = open();
  };
  // The page renders first.
  let close = whenIdle(reopen, OPENS_WITHIN_MS);
  const stopSession = onSession(reopen);
  // The socket would wait up to ten seconds before its next try.
  window.addEventListener('online', reopen);
  return () => {
    stopSession();
    window.removeEventListener('online', reopen);
    close();
  };
}

/** Watches a match; several pages may watch the same one. Returns a function that stops watching. */
export const watchMatch = (matchId: string): (() => void) =>
  watch(matchId, {
    join: (line) => line.emitWithAck('join_lobby', { matchId }),
    // Refused: I may have been removed without a hint.
    onAnswer: (answer) => noteRevision(matchId, 'revision' in answer ? answer : {}),
    leave: () => connection?.emit('leave_lobby', { matchId }),
  });

/** Watches a course's leaderboard, likewise. */
export const watchCourse = (courseId: string): (() => void) =>
  watch(courseId, {
    join: (line) => line.emitWithAck('watch_course', { courseId }),
    onAnswer: (answer) => {
      // A card verified before we had joined the room came without a hint.
      const { position } = 'position' in answer ? answer : {};
      if (position === undefined) return;
      noteWritten(answer);
      void askAgain(['daily-results', courseId], () => !holdsLeaderboard(courseId, position));
    },
    leave: () => connection?.emit('unwatch_course', { courseId }),
  });

/** Watches a match while the component is mounted. */
export function useMatchRoom(matchId: string | null): void {
  useEffect(() => (matchId === null ? undefined : watchMatch(matchId)), [matchId]);
}

/** Watches a course's leaderboard while the component is mounted: changes are refetched. */
export function useCourseRoom(courseId: string | null): void {
  useEffect(() => (courseId === null ? undefined : watchCourse(courseId)), [courseId]);
}

function watch(id: string, room: Room): () => void {
  const watched = rooms.get(id) ?? { ...room, watchers: 0 };
  rooms.set(id, watched);
  watched.watchers += 1;
  if (watched.watchers === 1) join(watched);
  return () => {
    watched.watchers -= 1;
    if (watched.watchers > 0) return;
    rooms.delete(id);
    if (isConnected()) watched.leave();
  };
}

/** Asks to join a room. A lost answer does no harm: the next comparison or reconnection joins again. */
function join(room: Room): void {
  if (connection?.connected !== true || rooms.size > LIMITS.roomsPerSocket) return;
  room.join(connection.timeout(ACK_MS)).then(room.onAnswer, () => undefined);
}

/** Calls `listener` on every hint, after it was applied to the cache. Returns a function that unsubscribes. */
export function onHint(listener: HintListener): () => void {
  hintListeners.add(listener);
  return () => hintListeners.delete(listener);
}

/** Calls `listener` with every realtime hint while the component is mounted. */
export function useHints(listener: HintListener): void {
  useEffect(() => onHint(listener), [listener]);
}

/** Calls `listener` whenever the socket connects. */
export function onConnect(listener: () => void): void {
  connectListeners.add(listener);
}

/** Whether the socket is connected. */
export const isConnected = (): boolean => connection?.connected === true;

function open(): () => void {
  const token = session()?.token;
  if (token === undefined) return () => undefined;
  return keepSocket({
    token,
    listen: (socket) => listen(socket, token),
    everyMs: COMPARE_EVERY_MS,
    isDue: () => document.visibilityState === 'visible',
    onOpen: joinAll,
  });
}

function listen(socket: Connection, token: string): void {
  connection = socket;
  socket.on('connect', () => {
    for (const listener of connectListeners) listener();
    joinAll();
    refetchAll();
  });
  socket.on('connect_error', (error) => {
    const refused = 'data' in error && isErrorAnswer(error.data) && error.data.error.code === 'UNAUTHORIZED';
    if (refused && session()?.token === token) endSession('expired');
  });
  socket.on('server_error', ({ error }) => {
    console.warn('The server closed the connection:', error.code);
    // A call ends the session if it is over. If that call gets no answer, the next comparison finds out.
    if (error.code === 'UNAUTHORIZED') call('GET', '/api/auth/user').catch(() => undefined);
  });
  for (const event of HINTS) socket.on(event, (payload: ServerPayload<HintEvent>) => onHintReceived(event, payload));
}

/** What no hint is about. */
const UNANNOUNCED: readonly unknown[] = ['course', 'past-match', 'user'];

/**
 * Refetches, after hints were missed, what a page failed to read and what the answers to {@link joinAll} do not compare.
 * Not ops queries, whose reads are recorded.
 */
function refetchAll(): void {
  const isLive = ({ queryKey: [kind, id], state }: Query): boolean =>
    kind !== 'ops' && (state.status === 'error' || !(UNANNOUNCED.includes(kind) || rooms.has(String(id))));
  void queryClient.invalidateQueries({ predicate: isLive, refetchType: 'none' });
  const shown = queryClient.getQueryCache().findAll({ type: 'active', predicate: isLive });
  for (const { queryKey } of shown) void askAgain(queryKey);
}

function joinAll(): void {
  for (const room of rooms.values()) join(room);
}

/** Whether all shown leaderboards of a course were read at this log position or later. */
function holdsLeaderboard(courseId: string, position: string): boolean {
  const shown = queryClient.getQueriesData<Freshness>({ queryKey: ['daily-results', courseId], type: 'active' });
  return shown.every(([, data]) => typeof data?.position === 'string' && BigInt(data.position) >= BigInt(position));
}

function onHintReceived(event: HintEvent, payload: ServerPayload<HintEvent>): void {
  noteWritten(payload);
  if ('matchId' in payload) {
    // A golfer who was removed would only get MATCH_NOT_FOUND.
    if (event !== 'kicked') noteRevision(payload.matchId, payload);
    for (const [key, events] of LISTS) if (events.includes(event)) void askAgain(key);
    // A score, or a player who withdraws, may change what an unsigned round waits for.
    if (event === 'score_recorded' || event === 'users') void askAgain(UNSIGNED, () => isUnsigned(payload.matchId));
  } else {
    void askAgain(['daily-results', payload.courseId]);
  }
  for (const listener of hintListeners) listener(event, payload);
}

const UNSIGNED = ['my-rounds', 'unverified'];

/** Whether a match is in the list of unsigned rounds: lobbies and the scores of a round in play do not concern it. */
function isUnsigned(matchId: string): boolean {
  const listed = queryClient.getQueryData<UnverifiedRoundsAnswer>(UNSIGNED)?.rounds ?? [];
  return listed.some((round) => round.matchId === matchId);
}

/** The lists, each with hints about a match that may change something in it. */
const LISTS: readonly [QueryKey, readonly HintEvent[]][] = [
  [['invites'], ['invites_pending', 'invite_added', 'invite_removed', 'invite_accepted', 'invite_denied']],
  [['current'], ['invite_accepted', 'users', 'kicked', 'lobby_ended', 'match_start', 'marker_changed']],
  // Signatures too, because hints about scores go only to phones that show the match.
  [['current'], ['score_recorded', 'card_signed', 'card_reopened']],
  [['my-rounds'], ['marker_changed', 'card_signed', 'card_reopened', 'round_verified', 'card_corrected']],
];
