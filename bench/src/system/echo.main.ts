import { createServer } from 'node:http';
import type { ClientToServerEvents, ServerToClientEvents } from '@fairmark/contract';
import { Server } from 'socket.io';
import type { FromEcho, ToEcho } from './audience.js';
import { endWithParent, tell } from '../run/children.js';
import { sharedClock } from './pace.js';

/** The bare peer of the fan-out: Socket.IO alone, without sessions, limits or log. Emits what it is sent to a room. */
endWithParent();
const http = createServer();
const server = new Server<ClientToServerEvents, ServerToClientEvents>(http, { serveClient: false });
server.on('connection', (socket) => {
  socket.on('watch_course', ({ courseId }, acknowledge) => {
    void socket.join(courseId);
    acknowledge?.({ status: 200 });
  });
});
process.on('message', ({ payload }: ToEcho) => {
  const emittedAt = sharedClock();
  server.to(payload.courseId).emit('leaderboard_changed', payload);
  tell({ emittedAt } satisfies FromEcho);
});
http.listen(Number(process.env.PORT), '127.0.0.1', () => tell({ listening: true } satisfies FromEcho));
