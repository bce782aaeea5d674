import { runProcess } from '@fairmark/platform';
import { createApp } from './app.js';
import { Readiness } from './platform/readiness.js';

await runProcess('api', async (config, logger) => {
  const app = await createApp(config, { logger });
  await app.listen(config.port, config.host);
  logger.info({ port: config.port, pid: process.pid }, 'api listens');
  /** Not ready any more, no new connections, running requests finish, connections to the database close. */
  return async () => {
    app.get(Readiness).drain();
    await app.close();
  };
});
