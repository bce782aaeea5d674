import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Readiness } from '../platform/readiness.js';

/**
 * Ends the answers that wait behind another on a connection (pipelining) when it closes. Node ends only the one being
 * sent: the others' files would stay open until the process ends.
 */
export function endWaitingAnswers({ server }: FastifyInstance): void {
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (response.socket !== null) return;
    // Only an answer with a connection notices that it is closed, even if its file is opened later.
    const end = (): unknown => response.socket ?? response.assignSocket(new Socket().destroy());
    socket.setMaxListeners(0).once('close', end);
    response.once('close', () => socket.off('close', end));
  });
}

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
    if (readiness.ending.aborted) void reply.header('connection', 'close');
    done(null, payload);
  });
  let timer: NodeJS.Timeout | undefined;
  readiness.ending.addEventListener('abort', () => {
    timer = setInterval(() => {
      if (!server.listening && running === 0) server.closeAllConnections();
    }, LOOK_EVERY_MS);
  });
  // Not when the server closes: it does not wait for TLS connections, which this timer still has to end.
  app.addHook('onClose', async () => clearInterval(timer));
}
