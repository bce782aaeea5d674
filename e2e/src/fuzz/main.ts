import { parseArgs } from 'node:util';
import { SingleBar } from 'cli-progress';
import { Stack } from '../support/stack.js';
import { fuzz } from './fuzz.js';

/** `npm run fuzz -- [--runs N] [--seed N]`: a long run of the fuzzing that the tests run briefly. */
const { values } = parseArgs({ options: { runs: { type: 'string', default: '20000' }, seed: { type: 'string' } } });
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
const runs = Number(values.runs);

process.stdout.write(`Fuzzing with seed ${seed}\n`);
const stack = await Stack.start();
const bar = new SingleBar({ format: '{bar} {value}/{total} requests' });
bar.start(runs, 0);
try {
  const { routes, reached, statuses } = await fuzz(stack, { seed, runs, onRun: () => bar.increment() });
  bar.stop();
  const answers = [...statuses].sort(([one], [other]) => one - other).map(([status, count]) => `${count} × ${status}`);
  process.stdout.write(
    `${routes} routes, ${reached.size} of them reached; no server error, no change after a refusal: ` +
      `${answers.join(', ')}\n`,
  );
} catch (error) {
  bar.stop();
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await stack.stop();
}
