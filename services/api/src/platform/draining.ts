import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Readiness } from './readiness.js';

const LOOK_EVERY_MS = 50;

/**
 * Lets the server end as soon as its last request is answered. A client keeps connections open after an answer, and browsers
 * open some ahead of any request, which Node counts as busy: both would hold the process up until they time out.
 */
export function endConnectionsWhenDraining(app: FastifyInstance, readiness: Readiness): void {
  const { server } = app;
  const idle = idleConnections(server);
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (readiness.draining) void reply.header('connection', 'close');
    done(null, payload);
  });
  let timer: NodeJS.Timeout | undefined;
  readiness.onDrain(() => {
    timer = setInterval(() => {
      if (server.listening) return;
      for (const socket of idle) socket.destroy();
    }, LOOK_EVERY_MS);
  });
  // Not before: connections of https are not counted by the server, whose sockets close it first.
  app.addHook('onClose', async () => clearInterval(timer));
}

/** The connections on which no request runs, kept up to date. Upgraded ones are others' to end. */
function idleConnections(server: Server): Set<Socket> {
  const idle = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    idle.add(socket);
    socket.once('close', () => idle.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket);
    response.once('close', () => !socket.destroyed && idle.add(socket));
  });
  server.on('upgrade', ({ socket }: IncomingMessage) => idle.delete(socket));
  return idle;
}
