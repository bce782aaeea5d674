import { runProcess, serveMetrics } from '@fairmark/server';
import { waitForSchema } from '@fairmark/read-models';
import { Registry } from 'prom-client';
import { createApp } from './app.js';
import { Readiness } from './platform/readiness.js';

await runProcess('api', waitForSchema, async (config, logger) => {
  const app = await createApp(config, { logger });
  await app.listen(config.port, config.host);
  const readiness = app.get(Readiness);
  const { metricsHost: host, metricsPort: port } = config;
  const registry = app.get<Registry>(Registry);
  const missing = async () => (readiness.ending.aborted ? ['shutting-down'] : []);
  const metrics = port === undefined ? null : await serveMetrics({ registry, host, port, missing });
  logger.info({ port: config.port, pid: process.pid }, 'api listens');
  /** Shuts down: not ready, no new connections, running requests finish, database connections close. */
  return async () => {
    readiness.drain();
    await app.close();
    await metrics?.stop();
  };
});
