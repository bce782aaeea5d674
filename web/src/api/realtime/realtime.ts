import {
  LIMITS,
  SERVER_EVENTS,
  type Freshness,
  type ServerEvent,
  type ServerPayload,
  type SocketAck,
  type ClientToServerEvents,
  type ServerToClientEvents,
  type UnverifiedRoundsAnswer,
} from '@fairmark/contract';
import type { QueryKey } from '@tanstack/react-query';
import type { Socket } from 'socket.io-client';
import { refreshMatch } from '../match.js';
import { call } from '../call/client.js';
import { isErrorAnswer } from '../call/errors.js';
import { noteRevision } from '../call/match-news.js';
import { noteWritten } from '../call/position.js';
import { askAgain, queryClient } from '../call/query-client.js';
import { endSession, onSession, session } from '../call/session.js';

type Connection = Socket<ServerToClientEvents, ClientToServerEvents>;
type WithTimeout = ReturnType<Connection['timeout']>;
export type HintEvent = Exclude<ServerEvent, 'server_error'>;
type HintListener = (event: HintEvent, payload: ServerPayload<HintEvent>) => void;

const COMPARE_EVERY_MS = 30_000;
const ACK_MS = 8_000;
const HINTS = SERVER_EVENTS.filter((event): event is HintEvent => event !== 'server_error');

let connection: Connection | null = null;
let connected = false;
const watched = new Map<string, number>();
const courses = new Map<string, number>();
const hintListeners = new Set<HintListener>();
const lineListeners = new Set<() => void>();

/** Opens the golfer's socket, again after each sign-in, for hints; data is read by HTTP. Returns how to close it. */
export function startRealtime(): () => void {
  void open();
  const stopSession = onSession(() => {
    close();
    void open();
  });
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') checkConnection();
  }, COMPARE_EVERY_MS);
  return () => {
    stopSession();
    clearInterval(timer);
    close();
  };
}

/** Watches a match; several pages may watch the same one. Returns a function that stops watching. */
export const watchMatch = (matchId: string): (() => void) =>
  watch(watched, matchId, joinMatch, () => connection?.emit('leave_lobby', { matchId }));

/** Watches a course's leaderboard, likewise. */
export const watchCourse = (courseId: string): (() => void) =>
  watch(courses, courseId, joinCourse, () => connection?.emit('unwatch_course', { courseId }));

function watch(counts: Map<string, number>, id: string, enter: (id: string) => void, leave: () => void): () => void {
  counts.set(id, (counts.get(id) ?? 0) + 1);
  if (counts.get(id) === 1) enter(id);
  return () => {
    const remaining = (counts.get(id) ?? 1) - 1;
    if (remaining > 0) {
      counts.set(id, remaining);
      return;
    }
    counts.delete(id);
    if (connected) leave();
  };
}

/** Calls `listener` on every hint, after it was applied to the cache. Returns a function that unsubscribes. */
export function onHint(listener: HintListener): () => void {
  hintListeners.add(listener);
  return () => hintListeners.delete(listener);
}

/** Calls `listener` when the socket connects or disconnects. Returns a function that unsubscribes. */
export function onLine(listener: () => void): () => void {
  lineListeners.add(listener);
  return () => lineListeners.delete(listener);
}

/** Whether the socket is connected. */
export const isConnected = (): boolean => connected;

async function open(): Promise<void> {
  const mine = session();
  if (mine === null) return;
  // On a bad connection the chunk may not load; the next comparison tries again.
  const client = await import('socket.io-client').catch(() => null);
  if (client === null || session()?.token !== mine.token || connection !== null) return;
  const socket: Connection = client.io({
    auth: { token: mine.token },
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelayMax: 10_000,
  });
  connection = socket;
  socket.on('connect', () => {
    setConnected(true);
    joinAll();
    refetchAll();
  });
  socket.on('disconnect', () => setConnected(false));
  socket.on('connect_error', (error) => {
    const refused = 'data' in error && isErrorAnswer(error.data) && error.data.error.code === 'UNAUTHORIZED';
    if (refused && session()?.token === mine.token) endSession('expired');
  });
  socket.on('server_error', ({ error }) => {
    console.warn('The server closed the connection:', error.code);
    // A call ends the session if it is over. If that call gets no answer, the next comparison finds out.
    if (error.code === 'UNAUTHORIZED') call('GET', '/api/auth/user').catch(() => undefined);
  });
  for (const event of HINTS) socket.on(event, (payload: ServerPayload<HintEvent>) => onHintReceived(event, payload));
}

/** Refetches everything after a disconnect, when hints were missed. Not ops queries, whose reads are recorded. */
function refetchAll(): void {
  const isLive = ({ queryKey }: { queryKey: QueryKey }): boolean => queryKey[0] !== 'course' && queryKey[0] !== 'ops';
  void queryClient.invalidateQueries({ predicate: isLive, refetchType: 'none' });
  const shown = queryClient.getQueryCache().findAll({ type: 'active', predicate: isLive });
  for (const { queryKey } of shown) void askAgain(queryKey);
}

function close(): void {
  connection?.disconnect();
  connection = null;
  setConnected(false);
}

function setConnected(next: boolean): void {
  if (next === connected) return;
  connected = next;
  for (const listener of lineListeners) listener();
}

/** Opens a missing socket, reconnects one that the server closed (socket.io does not), else rejoins all rooms. */
function checkConnection(): void {
  if (connection === null) void open();
  else if (!connection.active) connection.connect();
  else joinAll();
}

function joinAll(): void {
  for (const matchId of watched.keys()) joinMatch(matchId);
  for (const courseId of courses.keys()) joinCourse(courseId);
}

function joinCourse(courseId: string): void {
  join(
    (line) => line.emitWithAck('watch_course', { courseId }),
    (answer) => {
      // A card verified before we had joined the room came without a hint.
      const { position } = 'position' in answer ? answer : {};
      if (position === undefined) return;
      noteWritten(answer);
      void askAgain(['daily-results', courseId], () => !holdsLeaderboard(courseId, position));
    },
  );
}

/** Whether all shown leaderboards of a course were read at this log position or later. */
function holdsLeaderboard(courseId: string, position: string): boolean {
  const shown = queryClient.getQueriesData<Freshness>({ queryKey: ['daily-results', courseId], type: 'active' });
  return shown.every(([, data]) => typeof data?.position === 'string' && BigInt(data.position) >= BigInt(position));
}

function joinMatch(matchId: string): void {
  join(
    (line) => line.emitWithAck('join_lobby', { matchId }),
    (answer) => {
      if (!('revision' in answer)) return;
      if (answer.revision === undefined) refreshMatch(matchId);
      else noteRevision(matchId, { revision: answer.revision });
    },
  );
}

/** Asks to join a room. A lost answer does no harm: the next comparison or reconnection joins again. */
function join(ask: (line: WithTimeout) => Promise<SocketAck>, onAnswer: (answer: SocketAck) => void): void {
  if (!connected || connection === null || watched.size + courses.size > LIMITS.roomsPerSocket) return;
  ask(connection.timeout(ACK_MS)).then(onAnswer, () => undefined);
}

function onHintReceived(event: HintEvent, payload: ServerPayload<HintEvent>): void {
  noteWritten(payload);
  if ('matchId' in payload) {
    // A golfer who was removed would only get MATCH_NOT_FOUND.
    if (event !== 'kicked') noteRevision(payload.matchId, payload);
    for (const key of CHANGED[event] ?? []) void askAgain(key);
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

const INVITES = ['invites'];
const CURRENT = ['current'];
const ROUNDS = ['my-rounds'];

/** The lists in which a hint about a match may change something. */
const CHANGED: Partial<Record<HintEvent, readonly QueryKey[]>> = {
  invites_pending: [INVITES],
  invite_added: [INVITES],
  invite_removed: [INVITES],
  invite_accepted: [INVITES, CURRENT],
  invite_denied: [INVITES],
  users: [CURRENT],
  kicked: [CURRENT],
  lobby_ended: [CURRENT],
  match_start: [CURRENT],
  score_recorded: [CURRENT],
  marker_changed: [CURRENT, ROUNDS],
  card_signed: [ROUNDS],
  card_reopened: [ROUNDS],
  round_verified: [ROUNDS],
  card_corrected: [ROUNDS],
};
