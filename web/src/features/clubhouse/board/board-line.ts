import type { BoardAnswer, CourseAdvertsAnswer, SocketAck } from '@fairmark/contract';
import { call, deadline } from '../../../api/call/client.js';
import { minPosition, noteWritten } from '../../../api/call/position.js';
import { keepSocket, type Connection } from '../../../api/realtime/socket.js';

const KEPT_EVERY_MS = 20_000;
const ACK_MS = 8_000;

interface Listener {
  /** The board must be read again. */
  onNews: () => void;
  /** It starts or stops receiving hints. */
  onLive: (up: boolean) => void;
}

/** Keeps a board's socket open. Returns a function that closes it. */
export const openLine = ({ course, token }: BoardKey, listener: Listener): (() => void) =>
  keepSocket({ token, everyMs: KEPT_EVERY_MS, listen: (socket) => listen(socket, course, listener) });

function listen(socket: Connection, course: string, { onNews, onLive }: Listener): void {
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
