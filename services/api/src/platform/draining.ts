import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Readiness } from './readiness.js';

const LOOK_EVERY_MS = 50;

/**
 * Lets the server close once its last request is answered. Node would wait for connections that clients keep open after
 * an answer, or open ahead of any request.
 */
export function endConnectionsWhenDraining(app: FastifyInstance, readiness: Readiness): void {
  const { server } = app;
  let running = 0;
  server.on('request', (_request: IncomingMessage, response: ServerResponse) => {
    running += 1;
    response.once('close', () => (running -= 1));
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (readiness.draining) void reply.header('connection', 'close');
    done(null, payload);
  });
  let timer: NodeJS.Timeout | undefined;
  readiness.drained.addEventListener('abort', () => {
    timer = setInterval(() => {
      if (!server.listening && running === 0) server.closeAllConnections();
    }, LOOK_EVERY_MS);
  });
  // Not when the server closes: it does not wait for TLS connections, which this timer still has to end.
  app.addHook('onClose', async () => clearInterval(timer));
}
