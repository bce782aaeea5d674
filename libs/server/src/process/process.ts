import type { EventEmitter } from 'node:events';
import { readConfigOrExit, type Config } from '../config/config.js';
import { createLogger, type Logger } from '../logging/logger.js';
import { WAITS_FOR } from '../waiting/waiting.js';

/** Time for pending work at shutdown. Less than the six seconds after which the supervisor kills (tools/src/start). */
const DRAIN_MS = 5_000;

/** Waits until the database has the schema that a process needs. Resolves early on abort. */
export type WaitForSchema = (
  databaseUrl: string,
  options: { signal: AbortSignal; onWait: (reason: string) => void },
) => Promise<void>;

/** Runs a process until a signal or the loss of its supervisor. `start` returns the function that stops it all. */
export async function runProcess(
  name: string,
  waitForSchema: WaitForSchema,
  start: (config: Config, logger: Logger) => Promise<() => Promise<void>>,
): Promise<void> {
  const config = readConfigOrExit(process.env);
  // A broken output stream must not end the process; lost log lines are counted.
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
  // The time limit also applies to a start that hangs.
  ending.signal.addEventListener('abort', () => {
    logger.info({ reason: ending.signal.reason }, `${name} stops`);
    setTimeout(() => {
      logger.error('pending work did not finish in time');
      process.exit(1);
    }, DRAIN_MS).unref();
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => ending.abort(signal));
  // Otherwise this process would outlive its supervisor; the supervisor's guard leaves ending it to us.
  process.on('disconnect', () => ending.abort('supervisor gone'));

  await waitForSchema(config.databaseUrl, {
    signal: ending.signal,
    onWait: (reason) => logger.info({ reason }, 'waiting'),
  });
  if (ending.signal.aborted) process.exit(0);

  const stop = await start(config, logger);
  // Tells the supervisor, if there is one, that the start is over: from now on it does not tolerate a long silence.
  if (process.connected) process.send?.('listening', () => undefined);
  const end = async (): Promise<void> => {
    await stop();
    process.exit(0);
  };
  if (ending.signal.aborted) await end();
  else ending.signal.addEventListener('abort', () => void end());
}

/** Exits once output is flushed, without waiting for handles of libraries (EventStoreDB's DNS query: 25 s). */
export async function endProcess(code: number): Promise<never> {
  const streams = [process.stdout, process.stderr];
  await Promise.all(streams.map((stream) => new Promise((resolve) => stream.write('', resolve))));
  process.exit(code);
}
