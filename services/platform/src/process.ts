import { readConfigOrExit, type Config } from './config.js';
import { waitForSchema } from './database/wait-for-schema.js';
import { createLogger, type Logger } from './logger.js';

/** What is in hand gets this long to finish before the process ends. */
const DRAIN_MS = 8_000;

/**
 * The life of a process of the product: reads the environment, waits for its schema, runs, and ends in an orderly way on
 * SIGTERM and SIGINT, or when the supervisor that started it is gone. `start` answers how to end what it started.
 */
export async function runProcess(
  name: string,
  start: (config: Config, logger: Logger) => Promise<() => Promise<void>>,
): Promise<void> {
  const config = readConfigOrExit(process.env);
  const logger = createLogger(name, config.logLevel);
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(fault, (err: unknown) => {
      logger.fatal({ err }, fault);
      process.exit(1);
    });
  }

  const ending = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => ending.abort(signal));
  // Started by a supervisor: without it nobody would ever stop this process.
  process.on('disconnect', () => ending.abort('supervisor gone'));

  await waitForSchema(config.databaseUrl, {
    signal: ending.signal,
    onWait: (reason) => logger.info({ reason }, 'waiting'),
  });
  if (ending.signal.aborted) process.exit(0);

  const stop = await start(config, logger);
  const end = async (): Promise<void> => {
    logger.info({ reason: ending.signal.reason }, `${name} ends`);
    setTimeout(() => {
      logger.error('what was in hand did not finish in time');
      process.exit(1);
    }, DRAIN_MS).unref();
    await stop();
    process.exit(0);
  };
  if (ending.signal.aborted) await end();
  else ending.signal.addEventListener('abort', () => void end());
}
