import { Stack } from '../support/stack.js';
import { fuzz } from './fuzz.js';

const SEED = Number(process.env.SEED ?? 20261120);
const RUNS = 600 * Number(process.env.CI_REPEAT ?? 1);

it('answers spoiled requests without a server error, and refusals change nothing', async () => {
  const stack = await Stack.start();
  try {
    const { routes, statuses } = await fuzz(stack, { seed: SEED, runs: RUNS });
    console.log(`seed ${SEED}: ${RUNS} requests to ${routes} routes`, Object.fromEntries(statuses));
    expect(statuses.get(400)).toBeGreaterThan(0);
  } finally {
    await stack.stop();
  }
}, 600_000);
