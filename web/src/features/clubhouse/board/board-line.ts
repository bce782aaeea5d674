import type {
  BoardAnswer,
  ClientToServerEvents,
  CourseAdvertsAnswer,
  ServerToClientEvents,
  SocketAck,
} from '@fairmark/contract';
import type { Socket } from 'socket.io-client';
import { call, deadline } from '../../../api/call/client.js';
import { minPosition, noteWritten } from '../../../api/call/position.js';

/** A board's socket. It is not `active` once the server has closed the connection: socket.io does not reconnect then. */
export interface BoardLine {
  readonly active: boolean;
  connect: () => unknown;
  disconnect: () => unknown;
}

const ACK_MS = 8_000;

/** Opens a board's socket. `onNews`: the board must be read again; `onLive`: it starts or stops receiving hints. */
export async function openLine(
  { course, token }: BoardKey,
  { onNews, onLive }: { onNews: () => void; onLive: (up: boolean) => void },
): Promise<BoardLine> {
  const { io } = await import('socket.io-client');
  const socket: Socket<ServerToClientEvents, ClientToServerEvents> = io({
    auth: { token },
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelayMax: 10_000,
    forceNew: true,
  });
  const watch = async (): Promise<void> => {
    const answer: SocketAck = await socket.timeout(ACK_MS).emitWithAck('watch_course', { courseId: course });
    if (answer.status !== 200) return;
    // A card verified before we had joined the room came without a hint.
    noteWritten(answer);
    onLive(true);
    onNews();
  };
  socket.on('connect', () => {
    // Without an answer the board is read every minute anyway.
    watch().catch(() => undefined);
  });
  socket.on('disconnect', () => onLive(false));
  // The next call tells why the server refused or closed the connection.
  socket.on('connect_error', onNews);
  socket.on('server_error', onNews);
  socket.on('leaderboard_changed', (hint) => {
    if (hint.courseId !== course) return;
    noteWritten(hint);
    onNews();
  });
  return socket;
}

/** A board's course, and the token of a golfer or of a board link. */
export interface BoardKey {
  course: string;
  token: string;
}

/** The course's cards of today. Codes: BOARD_LINK_REVOKED, UNAUTHORIZED, FORBIDDEN, COURSE_NOT_FOUND. */
export function readBoard({ course, token }: BoardKey): Promise<BoardAnswer> {
  return call<BoardAnswer>('GET', `/api/courses/${course}/board`, { token, query: minPosition() });
}

/** The course's current adverts. */
export function readAdverts({ course, token }: BoardKey): Promise<CourseAdvertsAnswer> {
  return call<CourseAdvertsAnswer>('GET', `/api/courses/${course}/adverts`, { token, priority: 'low' });
}

/** An ETag that changes with the client build on the server; null if the server does not send one. */
export async function readBuild(): Promise<string | null> {
  const { signal, done } = deadline({});
  const init: RequestInit = { method: 'HEAD', headers: { accept: 'text/html' }, credentials: 'omit', signal };
  const { ok, headers } = await fetch('/', init).finally(done);
  return ok ? headers.get('etag') : null;
}
