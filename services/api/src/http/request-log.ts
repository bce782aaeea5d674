import type { ErrorCode } from '@fairmark/contract';
import type { FastifyInstance } from 'fastify';
import type { Logger } from '../platform/tokens.js';
import { ASSETS_ROUTE } from '../web/client.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Code of the refusal sent as the answer. */
    refusalCode?: ErrorCode;
  }
}

/** Logs one line per request, with the route's pattern but never the URL, whose query holds tokens and names. */
export function logRequests(server: FastifyInstance, logger: Logger): void {
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url;
    // Successful probes and asset requests are too frequent to log.
    const quiet =
      (route?.startsWith('/health/') && reply.statusCode < 500) || (route === ASSETS_ROUTE && reply.statusCode < 400);
    const level = quiet ? 'debug' : 'info';
    logger[level](
      {
        requestId: request.id,
        method: request.method,
        route: route ?? 'unknown',
        status: reply.statusCode,
        code: request.refusalCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        userId: request.caller?.userId,
      },
      'request',
    );
    done();
  });
}
