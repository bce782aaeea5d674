/**
 * `npm run bench -- COMMAND [options]`: measures what the product claims, on this machine, against what others do with the
 * same Postgres. docs/benchmarks.md holds the results.
 */
const COMMANDS: Record<string, () => Promise<{ run(args: string[]): Promise<void> }>> = {
  log: () => import('./log.js'),
  projection: () => import('./projection.js'),
};

const [command = '', ...args] = process.argv.slice(2);
const load = COMMANDS[command];
if (load === undefined) {
  console.error(`Usage: npm run bench -- ${Object.keys(COMMANDS).join('|')} [--seconds N]`);
  process.exitCode = 2;
} else {
  await (await load()).run(args);
}
