import type { ErrorCode } from '@fairmark/contract';
import type { FastifyInstance } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { Logger } from '../platform/tokens.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Code of the refusal sent as the answer. */
    refusalCode?: ErrorCode;
  }
}

/** Route of the client's assets, which limits and the request log treat separately. */
export const ASSETS_ROUTE = '/assets/*';

/** Most requests take a few milliseconds; 30 s is the time-out. */
const SECONDS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];
/** Refusals by a limit that are logged in a minute: all lines of a flood would push everything else out of the log. */
const TOO_MANY_LOGGED = 100;
const MINUTE_MS = 60_000;
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Logs and measures requests by the route's pattern, never the URL, whose query holds tokens and names. */
export function recordRequests(server: FastifyInstance, logger: Logger, registry: Registry): void {
  const registers = [registry];
  const requests = new Histogram({
    name: 'fairmark_request_seconds',
    help: 'How long requests took, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  const commands = new Counter({
    name: 'fairmark_commands_total',
    help: 'Requests that change something, by route and outcome: ok, or the code of the refusal',
    labelNames: ['method', 'route', 'outcome'],
    registers,
  });
  let [minute, tooMany] = [0, 0];
  const floods = (): boolean => {
    const now = Math.floor(performance.now() / MINUTE_MS);
    [minute, tooMany] = [now, now === minute ? tooMany + 1 : 1];
    return tooMany > TOO_MANY_LOGGED;
  };
  server.addHook('onResponse', (request, reply, done) => {
    const { id: requestId, method, refusalCode: code } = request;
    const { statusCode: status, elapsedTime } = reply;
    const route = request.routeOptions.url ?? 'unknown';
    // Successful probes and asset requests are too frequent to log.
    const isProbe = route.startsWith('/health/') && status < 500;
    const quiet = isProbe || (route === ASSETS_ROUTE && status < 400) || (code === 'TOO_MANY_REQUESTS' && floods());
    const ms = Math.round(elapsedTime * 10) / 10;
    const line = { requestId, method, route, status, code, ms, userId: request.caller?.userId };
    logger[quiet ? 'debug' : 'info'](line, 'request');
    requests.observe({ method, route, status: String(status) }, elapsedTime / 1_000);
    if (!READING.has(method)) commands.inc({ method, route, outcome: code ?? (status < 400 ? 'ok' : 'refused') });
    done();
  });
}
