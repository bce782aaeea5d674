import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

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
