import {
  LIMITS,
  SERVER_EVENTS,
  type Freshness,
  type ServerEvent,
  type ServerPayload,
  type SocketAck,
  type ClientToServerEvents,
  type ServerToClientEvents,
} from '@fairmark/contract';
import type { QueryKey } from '@tanstack/react-query';
import type { Socket } from 'socket.io-client';
import { refreshMatch } from '../match.js';
import { askAgain } from '../call/ask-again.js';
import { call } from '../call/client.js';
import { isErrorAnswer } from '../call/errors.js';
import { noteRevision } from '../call/match-news.js';
import { noteWritten } from '../call/position.js';
import { queryClient } from '../call/query-client.js';
import { endSession, onSession, session } from '../call/session.js';

type Connection = Socket<ServerToClientEvents, ClientToServerEvents>;
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

/** Opens the line of the signed-in golfer, anew with every sign-in. It carries hints: HTTP is the truth. Gives back how to close it. */
export function startRealtime(): () => void {
  void open();
  const stopSession = onSession(() => {
    close();
    void open();
  });
  const compare = setInterval(() => {
    if (document.visibilityState === 'visible') keepUp();
  }, COMPARE_EVERY_MS);
  return () => {
    stopSession();
    clearInterval(compare);
    close();
  };
}

/** Looks at a match as long as a page shows it; pages may look at the same one. Gives back how to look away. */
export const watchMatch = (matchId: string): (() => void) =>
  look(watched, matchId, join, () => connection?.emit('leave_lobby', { matchId }));

/** Looks at a course's leaderboard in the same way. */
export const watchCourse = (courseId: string): (() => void) =>
  look(courses, courseId, joinCourse, () => connection?.emit('unwatch_course', { courseId }));

function look(at: Map<string, number>, id: string, enter: (id: string) => void, leave: () => void): () => void {
  at.set(id, (at.get(id) ?? 0) + 1);
  if (at.get(id) === 1) enter(id);
  return () => {
    const left = (at.get(id) ?? 1) - 1;
    if (left > 0) {
      at.set(id, left);
      return;
    }
    at.delete(id);
    if (connected) leave();
  };
}

/** Tells of every hint, after the cache knows of it. Gives back how to stop. */
export function onHint(listener: HintListener): () => void {
  hintListeners.add(listener);
  return () => hintListeners.delete(listener);
}

/** Tells when the line comes or goes. */
export function onLine(listener: () => void): () => void {
  lineListeners.add(listener);
  return () => lineListeners.delete(listener);
}

/** Whether the line stands now. */
export const isConnected = (): boolean => connected;

async function open(): Promise<void> {
  const mine = session();
  if (mine === null) return;
  // On a bad line its code may not come; the next comparison asks for it again.
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
    askForEverything();
  });
  socket.on('disconnect', () => setConnected(false));
  socket.on('connect_error', (error) => {
    const refused = 'data' in error && isErrorAnswer(error.data) && error.data.error.code === 'UNAUTHORIZED';
    if (refused && session()?.token === mine.token) endSession('expired');
  });
  socket.on('server_error', ({ error }) => {
    console.warn('The server ended the connection:', error.code);
    // Whether the session is over, a call says: it ends it if so. Without a signal the next comparison finds out.
    if (error.code === 'UNAUTHORIZED') call('GET', '/api/auth/user').catch(() => undefined);
  });
  for (const event of HINTS) socket.on(event, (payload: ServerPayload<HintEvent>) => hear(event, payload));
}

/** What happened while there was no line was not heard. What an audit reads is read only when asked for: it is recorded. */
function askForEverything(): void {
  const moves = ({ queryKey }: { queryKey: QueryKey }): boolean => queryKey[0] !== 'course' && queryKey[0] !== 'ops';
  void queryClient.invalidateQueries({ predicate: moves, refetchType: 'none' });
  const shown = queryClient.getQueryCache().findAll({ type: 'active', predicate: moves });
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

/** Opens the line where there is none, or where the server ended it: then it does not come back by itself. Else compares. */
function keepUp(): void {
  if (connection === null) void open();
  else if (!connection.active) connection.connect();
  else joinAll();
}

function joinAll(): void {
  for (const matchId of watched.keys()) join(matchId);
  for (const courseId of courses.keys()) joinCourse(courseId);
}

function joinCourse(courseId: string): void {
  if (!connected || connection === null || watched.size + courses.size > LIMITS.roomsPerSocket) return;
  // A lost answer is no harm, as below.
  connection
    .timeout(ACK_MS)
    .emitWithAck('watch_course', { courseId })
    .then((answer: SocketAck) => {
      // A card verified before the server let us watch came without a hint.
      const { position } = 'position' in answer ? answer : {};
      if (position === undefined) return;
      noteWritten(answer);
      void askAgain(['daily-results', courseId], () => !holdsLeaderboard(courseId, position));
    })
    .catch(() => undefined);
}

/** Whether what is shown of a course's leaderboard was read at this position of the log or later. */
function holdsLeaderboard(courseId: string, position: string): boolean {
  const shown = queryClient.getQueriesData<Freshness>({ queryKey: ['daily-results', courseId], type: 'active' });
  return shown.every(([, data]) => typeof data?.position === 'string' && BigInt(data.position) >= BigInt(position));
}

function join(matchId: string): void {
  if (!connected || connection === null || watched.size + courses.size > LIMITS.roomsPerSocket) return;
  connection
    .timeout(ACK_MS)
    .emitWithAck('join_lobby', { matchId })
    .then((answer: SocketAck) => {
      if (!('revision' in answer)) return;
      if (answer.revision === undefined) refreshMatch(matchId);
      else noteRevision(matchId, { revision: answer.revision });
    })
    // A lost answer is no harm: the next comparison or reconnection joins again.
    .catch(() => undefined);
}

function hear(event: HintEvent, payload: ServerPayload<HintEvent>): void {
  noteWritten(payload);
  if ('matchId' in payload) {
    // A golfer who was removed would learn only that there is nothing there.
    if (event !== 'kicked') noteRevision(payload.matchId, payload);
    if (event.startsWith('invite')) void askAgain(['invites']);
    if (MINE.has(event)) void askAgain(['current']);
    if (CARDS.has(event)) void askAgain(['my-rounds']);
  } else {
    void askAgain(['daily-results', payload.courseId]);
  }
  for (const listener of hintListeners) listener(event, payload);
}

const MINE: ReadonlySet<HintEvent> = new Set([
  'invite_accepted',
  'users',
  'kicked',
  'lobby_ended',
  'match_start',
  'score_recorded',
]);

/** What moves a card from one list of the Clubhouse to another. */
const CARDS: ReadonlySet<HintEvent> = new Set(['card_signed', 'card_reopened', 'round_verified', 'card_corrected']);
