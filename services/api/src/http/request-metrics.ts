import type { FastifyInstance } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';

/** Most requests take a few milliseconds; 30 s is the time-out. */
const SECONDS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Measures requests by their route's pattern, never the URL, and counts commands by outcome: `ok` or refusal code. */
export function measureRequests(server: FastifyInstance, registry: Registry): void {
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
  server.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const route = request.routeOptions.url ?? 'unknown';
    requests.observe({ method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1_000);
    if (!READING.has(method)) {
      commands.inc({ method, route, outcome: request.refusalCode ?? (reply.statusCode < 400 ? 'ok' : 'refused') });
    }
    done();
  });
}
