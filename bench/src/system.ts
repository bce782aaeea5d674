import { commandLine, readOptions } from './run/options.js';
import { machine } from './run/report.js';
import { startBenchServer } from './run/server.js';
import { Children } from './system/children.js';
import { measureFanOut } from './system/fan-out.js';
import { measureLag } from './system/lag.js';
import { say } from './system/say.js';
import { measureScores } from './system/scores.js';

/**
 * Concurrent clients; seconds of each run, and runs of each contestant; sockets; cards to verify; a folder with another
 * build of the product to compare.
 */
export const DEFAULTS = {
  clients: 32,
  seconds: 5,
  rounds: 3,
  sockets: 2_000,
  verifications: 200,
  against: '' as const,
};

/** `system`: the whole product, compared with common alternatives. Prints Markdown tables. */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, DEFAULTS);
  const { clients, seconds, rounds } = options;
  if (!(seconds > 0 && rounds >= 1 && clients >= 1)) throw new Error('--seconds is more than 0, the others at least 1');
  const interrupted = interruption();
  const children = new Children();
  const server = await startBenchServer();
  const measure = async (): Promise<void> => {
    console.log(`${commandLine('system', options)}\n${machine()}\n`);
    console.log(await measureScores(server, children, options));
    if (options.verifications > 0) console.log(`\n${await measureLag(server, children, options.verifications)}`);
    if (options.sockets > 0) console.log(`\n${await measureFanOut(server, children, options)}`);
    say('');
  };
  let signal: string | undefined;
  try {
    signal = (await Promise.race([measure(), interrupted])) ?? undefined;
  } finally {
    await children.stop();
    await server.remove();
  }
  // The interrupted measurement has lost its processes: ignore what it would report.
  if (signal !== undefined) process.exit(130);
}

/** Resolves to the signal that ends this process. */
function interruption(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        // Interrupted work fails from now on, which must not prevent the cleanup.
        process.on('uncaughtException', () => undefined);
        resolve(signal);
      });
    }
  });
}
