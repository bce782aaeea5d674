/** How many times over tests try what looks for rare faults: CI_REPEAT. */
export const REPEAT = Number(process.env.CI_REPEAT || 1);
if (!(REPEAT >= 1)) throw new Error(`CI_REPEAT must be a number from 1, not "${process.env.CI_REPEAT}"`);

/** What a suite's random choices follow: SEED, or the seed it usually has. Printed, so that a failure can be repeated. */
export function seedOf(usual: number): number {
  const seed = Number(process.env.SEED || usual);
  process.stderr.write(`SEED=${seed}\n`);
  return seed;
}
