import { REPEAT, seedOf } from '@fairmark/events/testing/repeat';
import { Stack } from '../support/stack.js';
import { fuzz } from './fuzz.js';

const SEED = seedOf(20261120);
const RUNS = 600 * REPEAT;

it('answers spoiled requests without a server error, and refusals change nothing', async () => {
  const stack = await Stack.start();
  try {
    const { routes, reached, statuses } = await fuzz(stack, { seed: SEED, runs: RUNS });
    console.log(`${RUNS} requests to ${routes} routes`, Object.fromEntries(statuses));
    const part = (status: number): number => (statuses.get(status) ?? 0) / RUNS;
    expect(reached.size).toBeGreaterThan(0.9 * routes);
    // A quarter of the requests are anonymous; all others are signed in.
    expect(part(401)).toBeLessThan(0.15);
    expect(part(400)).toBeGreaterThan(0.1);
    expect(part(200)).toBeGreaterThan(0.05);
  } finally {
    await stack.stop();
  }
}, 600_000);
