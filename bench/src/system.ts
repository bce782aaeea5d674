import { commandLine, readOptions } from './run/options.js';
import { machine, say } from './run/report.js';
import { withBenchServer } from './run/server.js';
import { measureFanOut } from './system/fan-out.js';
import { measureLag } from './system/lag.js';
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
  await withBenchServer(async (server, children) => {
    console.log(`${commandLine('system', options)}\n${machine()}\n`);
    console.log(await measureScores(server, children, options));
    if (options.verifications > 0) console.log(`\n${await measureLag(server, children, options.verifications)}`);
    if (options.sockets > 0) console.log(`\n${await measureFanOut(server, children, options)}`);
    say('');
  });
}
