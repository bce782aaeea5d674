import 'reflect-metadata';
import { runProcess } from '@fairmark/platform';
import { NestFactory } from '@nestjs/core';
import { ProjectorModule } from './projector.module.js';

await runProcess('projector', async (config, logger) => {
  const app = await NestFactory.createApplicationContext(ProjectorModule.with(config, logger), {
    logger: false,
    abortOnError: false,
  });
  logger.info({ pid: process.pid }, 'projector runs');
  return () => app.close();
});
