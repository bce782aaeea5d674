import { createTurns, type Locks } from './turns.js';

/** The one lock of a phone's tabs, as browsers keep it. */
function aLock() {
  const lock = { held: false, waits: 0 };
  const request: Locks['request'] = async (_name, options, work) => {
    if (lock.held && options.ifAvailable === true) return work(null);
    if (lock.held) {
      lock.waits += 1;
      await new Promise((_go, stop) => options.signal?.addEventListener('abort', () => stop(options.signal?.reason)));
    }
    lock.held = true;
    return work({}).finally(() => (lock.held = false));
  };
  return { lock, locks: { request } };
}

const work = () => Promise.resolve('done');

describe('the turn of a tab', () => {
  it('is taken for the work, and given back whatever comes of it', async () => {
    const { lock, locks } = aLock();
    const inTurn = createTurns(locks, 5);
    expect(await inTurn(async () => lock.held)).toBe(true);
    await expect(inTurn(() => Promise.reject(new Error('oops')))).rejects.toThrow('oops');
    expect(lock.held).toBe(false);
  });

  it('is waited for once where another tab sleeps on it, and again when it was free', async () => {
    const { lock, locks } = aLock();
    const inTurn = createTurns(locks, 5);
    lock.held = true;
    for (let score = 0; score < 3; score += 1) expect(await inTurn(work)).toBe('done');
    expect(lock.waits).toBe(1);
    lock.held = false;
    await inTurn(work);
    lock.held = true;
    await inTurn(work);
    expect(lock.waits).toBe(2);
  });

  it('needs no locks', async () => {
    expect(await createTurns(undefined, 5)(work)).toBe('done');
  });
});
