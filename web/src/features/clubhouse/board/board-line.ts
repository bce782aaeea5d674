import type { ClientToServerEvents, ServerToClientEvents, SocketAck } from '@fairmark/contract';
import type { Socket } from 'socket.io-client';
import { noteWritten } from '../../../api/call/position.js';
import type { BoardKey } from './board-calls.js';

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
