import type {
  BoardAnswer,
  ClientToServerEvents,
  CourseAdvertsAnswer,
  ServerToClientEvents,
  SocketAck,
} from '@fairmark/contract';
import type { Socket } from 'socket.io-client';
import { call } from '../../../api/call/client.js';
import { minPosition, noteWritten } from '../../../api/call/position.js';

/** A board's line to the server. */
export interface BoardLine {
  /** Connects again where the server ended it: then it does not come back by itself. */
  revive: () => void;
  close: () => void;
}

const ACK_MS = 8_000;

/** Opens the line of a board. `news`: the board has to ask; `turned`: it stands now, or does not. */
export async function openLine(
  { course, token }: BoardKey,
  { news, turned }: { news: () => void; turned: (up: boolean) => void },
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
    // A card that was verified before the server let us watch came without a hint.
    noteWritten(answer);
    turned(true);
    news();
  };
  socket.on('connect', () => {
    // Without an answer the next minute asks anyway.
    watch().catch(() => undefined);
  });
  socket.on('disconnect', () => turned(false));
  // Why it is refused or ended, the next call says.
  socket.on('connect_error', news);
  socket.on('server_error', news);
  socket.on('leaderboard_changed', (hint) => {
    if (hint.courseId !== course) return;
    noteWritten(hint);
    news();
  });
  return {
    revive: () => {
      if (!socket.active) socket.connect();
    },
    close: () => {
      socket.disconnect();
    },
  };
}

/** What a board is opened with: its course, and a golfer's token or that of a link. */
export interface BoardKey {
  course: string;
  token: string;
}

/** The course's cards of today. Codes: BOARD_LINK_REVOKED, UNAUTHORIZED, FORBIDDEN, COURSE_NOT_FOUND. */
export function readBoard({ course, token }: BoardKey): Promise<BoardAnswer> {
  return call<BoardAnswer>('GET', `/api/courses/${course}/board`, { token, query: minPosition() });
}

/** The course's adverts of this moment. */
export function readAdverts({ course, token }: BoardKey): Promise<CourseAdvertsAnswer> {
  return call<CourseAdvertsAnswer>('GET', `/api/courses/${course}/adverts`, { token, priority: 'low' });
}

/** Changes with the build of the client that the server has; null: it does not say. */
export async function readBuild(): Promise<string | null> {
  const { ok, headers } = await fetch('/', { method: 'HEAD', headers: { accept: 'text/html' }, credentials: 'omit' });
  return ok ? headers.get('etag') : null;
}
