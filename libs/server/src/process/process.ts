import type { EventEmitter } from 'node:events';
import { readConfigOrExit, type Config } from '../config/config.js';
import { createLogger, type Logger } from '../logging/logger.js';
import { WAITS_FOR } from '../waiting/waiting.js';

/** What is in hand gets this long to finish. Less than the six seconds after which the supervisor kills (tools/src/start). */
const DRAIN_MS = 5_000;

/** Waits until the database holds all that a process needs; ends quietly when the signal says so. */
export type WaitForSchema = (
  databaseUrl: string,
  options: { signal: AbortSignal; onWait: (reason: string) => void },
) => Promise<void>;

/**
 * The life of a process of the product: reads the environment, waits for its schema, runs, and ends in an orderly way on
 * SIGTERM and SIGINT, or when the supervisor that started it is gone. `start` answers how to end what it started.
 */
export async function runProcess(
  name: string,
  waitForSchema: WaitForSchema,
  start: (config: Config, logger: Logger) => Promise<() => Promise<void>>,
): Promise<void> {
  const config = readConfigOrExit(process.env);
  // What is lost of a log or of Node's warnings is no reason to end; lines of the log are counted.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const logger = createLogger(name, config.logLevel);
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(fault, (err: unknown) => {
      logger.fatal({ err }, fault);
      process.exit(1);
    });
  }

  const listeners: EventEmitter = process;
  listeners.on(WAITS_FOR, (what: string) => logger.warn({ what }, 'waiting'));

  const ending = new AbortController();
  // From the signal on, whatever it is doing: a start that hangs ends too.
  ending.signal.addEventListener('abort', () => {
    logger.info({ reason: ending.signal.reason }, `${name} ends`);
    setTimeout(() => {
      logger.error('what was in hand did not finish in time');
      process.exit(1);
    }, DRAIN_MS).unref();
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => ending.abort(signal));
  // Without the supervisor that started it, this process would run for ever. Its guard leaves this to us.
  process.on('disconnect', () => ending.abort('supervisor gone'));

  await waitForSchema(config.databaseUrl, {
    signal: ending.signal,
    onWait: (reason) => logger.info({ reason }, 'waiting'),
  });
  if (ending.signal.aborted) process.exit(0);

  const stop = await start(config, logger);
  // The supervisor, where there is one, gives a process time to start; from now on it may not be silent for long.
  if (process.connected) process.send?.('listening', () => undefined);
  const end = async (): Promise<void> => {
    await stop();
    process.exit(0);
  };
  if (ending.signal.aborted) await end();
  else ending.signal.addEventListener('abort', () => void end());
}
