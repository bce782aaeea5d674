import 'reflect-metadata';
import { runProcess, serveMetrics } from '@fairmark/server';
import { waitForSchema } from '@fairmark/read-models';
import { NestFactory } from '@nestjs/core';
import { ProjectorModule, Running } from './projector.module.js';

await runProcess('projector', waitForSchema, async (config, logger) => {
  const app = await NestFactory.createApplicationContext(ProjectorModule.with(config, logger), {
    logger: false,
    abortOnError: false,
  });
  const running = app.get(Running);
  const { metricsHost: host, metricsPort: port } = config;
  const missing = async () => running.missing();
  const metrics = port === undefined ? null : await serveMetrics({ registry: running.metrics, host, port, missing });
  logger.info({ pid: process.pid }, 'projector runs');
  return async () => {
    await app.close();
    await metrics?.stop();
  };
});
