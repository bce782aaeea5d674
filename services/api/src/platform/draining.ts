import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Readiness } from './readiness.js';

const LOOK_EVERY_MS = 50;

/**
 * Lets the server close as soon as its last request is answered. Clients keep connections open after an answer, and
 * browsers open some ahead of any request, which Node counts as busy: both delay the shutdown until they time out.
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
  // Not when the server closes: it does not wait for TLS connections, which this timer still has to end.
  app.addHook('onClose', async () => clearInterval(timer));
}

/** The connections without a running request, kept up to date. Upgraded connections are closed by their owners. */
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
