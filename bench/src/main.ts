import { commandLine, type Options } from './run/options.js';

interface Command {
  /** Every option with its default. */
  DEFAULTS: Options;
  run(args: string[]): Promise<void>;
}

/**
 * `npm run bench -- COMMAND [options]`: measures on this machine what the product claims, and compares it with
 * alternatives on the same Postgres. Results are in docs/benchmarks.md.
 */
const COMMANDS: Record<string, () => Promise<Command>> = {
  log: () => import('./log.js'),
  capacity: () => import('./capacity.js'),
  queries: () => import('./queries.js'),
  profile: () => import('./profile.js'),
  rebuild: () => import('./rebuild.js'),
  system: () => import('./system.js'),
  web: () => import('./web.js'),
};

const [command = '', ...args] = process.argv.slice(2);
const load = COMMANDS[command];
if (load === undefined) {
  console.error('Usage, with the defaults:');
  for (const [name, known] of Object.entries(COMMANDS)) {
    console.error(`  ${commandLine(name, (await known()).DEFAULTS)}`);
  }
  process.exitCode = 2;
} else {
  await (await load()).run(args);
}
