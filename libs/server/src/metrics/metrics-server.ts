import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, Counter, type Registry } from 'prom-client';
import { lostLogLines } from '../logging/log-destination.js';

/** What a process serves as metrics and health, and where. */
export interface MetricsServerOptions {
  registry: Registry;
  host: string;
  port: number;
  /** What the process still lacks to do its work, in words for operators; empty when it is ready. */
  missing: () => Promise<readonly string[]>;
}

const REQUEST_MS = 5_000;

/** Serves `/metrics`, `/health/live` and `/health/ready` on a port for operators; adds Node's own metrics. */
export async function serveMetrics({ registry, host, port, missing }: MetricsServerOptions) {
  collectDefaultMetrics({ register: registry, prefix: 'fairmark_' });
  const lost = new Counter({
    name: 'fairmark_log_lines_lost_total',
    help: 'Log lines that could not be written',
    registers: [],
    collect() {
      this.reset();
      this.inc(lostLogLines());
    },
  });
  registry.registerMetric(lost);
  const answers: Record<string, (response: ServerResponse) => Promise<void>> = {
    '/metrics': async (response) => answer(response, 200, await registry.metrics(), registry.contentType),
    '/health/live': async (response) => answer(response, 200, 'live\n'),
    '/health/ready': async (response) => {
      const reasons = await missing();
      answer(response, reasons.length === 0 ? 200 : 503, reasons.length === 0 ? 'ready\n' : `${reasons.join('\n')}\n`);
    },
  };
  const server = createServer({ requestTimeout: REQUEST_MS }, (request, response) => {
    const found = Object.entries(answers).find(([path]) => path === request.url);
    if (request.method !== 'GET' || found === undefined) {
      answer(response, 404, 'Not found. There are /metrics, /health/live and /health/ready.\n');
      return;
    }
    found[1](response).catch((error: unknown) => answer(response, 500, `${String(error)}\n`));
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function answer(response: ServerResponse, status: number, body: string, type = 'text/plain; charset=utf-8'): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
  response.end(body);
}
