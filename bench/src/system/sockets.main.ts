import type { ClientToServerEvents, ServerToClientEvents } from '@fairmark/contract';
import { io, type Socket } from 'socket.io-client';
import type { FromSockets, ToSockets } from './audience.js';
import { endWithParent, tell } from '../run/children.js';
import { sharedClock } from './pace.js';

/** Half of the audience: connects on request, and reports when each connection received a hint. */
endWithParent();
process.on('message', (message: ToSockets) => void connectAll(message));

const CONNECT_AT_ONCE = 25;
const CONNECTED_WITHIN_MS = 30_000;

async function connectAll({ to, port, tokens, courseId }: ToSockets): Promise<void> {
  /** Times of receipt, by the hint's position. */
  const heard = new Map<string, number[]>();
  const left = [...tokens];
  const hear = (position: string): void => {
    const times = heard.get(position) ?? [];
    heard.set(position, times);
    times.push(sharedClock());
    if (times.length < tokens.length) return;
    heard.delete(position);
    tell({ to, position, times } satisfies FromSockets);
  };
  const connect = async (): Promise<void> => {
    for (let token = left.pop(); token !== undefined; token = left.pop()) {
      const socket: Socket<ServerToClientEvents, ClientToServerEvents> = io(`http://127.0.0.1:${port}`, {
        transports: ['websocket'],
        auth: { token },
        forceNew: true,
      });
      socket.on('leaderboard_changed', ({ position }) => hear(position));
      await watches(socket, courseId);
    }
  };
  await Promise.all(Array.from({ length: CONNECT_AT_ONCE }, connect));
  tell({ to, connected: tokens.length } satisfies FromSockets);
}

function watches(socket: Socket<ServerToClientEvents, ClientToServerEvents>, courseId: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('A socket did not connect')), CONNECTED_WITHIN_MS);
    // A lost connection would miss hints: fail instead of reconnecting silently.
    socket.on('disconnect', (reason) => reject(new Error(`A socket was disconnected: ${reason}`)));
    socket.on('connect', () => {
      socket.emit('watch_course', { courseId }, (answer) => {
        clearTimeout(late);
        if (answer.status === 200) resolve();
        else reject(new Error(JSON.stringify(answer)));
      });
    });
  });
}
