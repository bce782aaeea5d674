import { once } from 'node:events';
import { createServer } from 'node:http';
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
  const answerTo = async (path?: string): Promise<[status: number, body: string, type?: string]> => {
    if (path === '/metrics') return [200, await registry.metrics(), registry.contentType];
    if (path === '/health/live') return [200, 'live\n'];
    if (path !== '/health/ready') return [404, 'Not found. There are /metrics, /health/live and /health/ready.\n'];
    const reasons = await missing();
    return reasons.length === 0 ? [200, 'ready\n'] : [503, `${reasons.join('\n')}\n`];
  };
  const server = createServer({ requestTimeout: REQUEST_MS }, ({ method, url }, response) => {
    const answer = answerTo(method === 'GET' ? url : undefined);
    const failed = (error: unknown): Awaited<typeof answer> => [500, `${String(error)}\n`];
    void answer.catch(failed).then(([status, body, type = 'text/plain; charset=utf-8']) => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    });
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
