import { repeat, runEvery } from './run-every.js';

const BACK_OFF = { first: 1, most: 4 };

/** Runs work this many times, and collects the pauses after its failures. */
async function pausesOf(runs: number, work: (run: number, progressed: () => void) => void): Promise<number[]> {
  const ending = new AbortController();
  const pauses: number[] = [];
  let run = 0;
  await runEvery(
    async (progressed) => {
      run += 1;
      if (run === runs) ending.abort();
      work(run, progressed);
    },
    { everyMs: 1, backOff: BACK_OFF, signal: ending.signal, onError: (_error, pause) => void pauses.push(pause) },
  );
  expect(run).toBe(runs);
  return pauses;
}

function fail(): never {
  throw new Error('It does not work');
}

describe('runEvery', () => {
  it('doubles the pause after each failure, up to the longest', async () => {
    expect(await pausesOf(5, fail)).toEqual([1, 2, 4, 4, 4]);
  });

  it('starts again with the first pause after a success or progress', async () => {
    expect(await pausesOf(5, (run) => (run === 3 ? undefined : fail()))).toEqual([1, 2, 1, 2]);
    const progressing = (run: number, progressed: () => void): void => {
      if (run === 3) progressed();
      fail();
    };
    expect(await pausesOf(4, progressing)).toEqual([1, 2, 1, 2]);
  });

  it('waits as long as the failure asks for', async () => {
    const ending = new AbortController();
    let runs = 0;
    // With the usual pauses the second run would come after an hour.
    await runEvery(
      () => {
        runs += 1;
        if (runs === 2) ending.abort();
        fail();
      },
      { everyMs: 3_600_000, signal: ending.signal, onError: () => 0 },
    );
    expect(runs).toBe(2);
  });

  it('never overlaps runs; on abort it ends its pause and waits for the current run', async () => {
    const steps: string[] = [];
    const repeated = repeat(
      async (signal) => {
        steps.push('begun');
        await new Promise((resolve) => signal.addEventListener('abort', () => setImmediate(resolve)));
        steps.push('ended');
      },
      { everyMs: 3_600_000, onError: fail },
    );
    await repeated.stop();
    expect(steps).toEqual(['begun', 'ended']);
    await runEvery(fail, { everyMs: 1, signal: AbortSignal.abort(), onError: fail });

    const pausing = new AbortController();
    const paused = runEvery(() => void setImmediate(() => pausing.abort()), {
      everyMs: 3_600_000,
      signal: pausing.signal,
      onError: fail,
    });
    await paused;
  });
});
