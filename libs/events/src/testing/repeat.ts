/** Factor for the runs of tests that look for rare faults: CI_REPEAT. */
export const REPEAT = Number(process.env.CI_REPEAT || 1);
if (!(REPEAT >= 1)) throw new Error(`CI_REPEAT must be a number from 1, not "${process.env.CI_REPEAT}"`);

/** The seed of a suite's random choices: SEED, or its default. It is printed, so that a failure can be reproduced. */
export function seedOf(usual: number): number {
  const seed = Number(process.env.SEED || usual);
  process.stderr.write(`SEED=${seed}\n`);
  return seed;
}
