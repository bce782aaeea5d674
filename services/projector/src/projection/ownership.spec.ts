import { eventually } from '@fairmark/events/testing/eventually';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { fillLog } from '../testing/fill-log.js';
import { Stand } from '../testing/stand.js';

describe('one projector at a time', () => {
  const stand = Stand.forSuite();

  it('a second one stands by and takes over', async () => {
    const first = stand.project();
    await eventually(() => first.health().state === 'LIVE');
    const second = stand.project();
    await fillLog(stand.store, { seed: 11, events: 500 });
    await stand.caughtUp();
    expect(second.health()).toMatchObject({ state: 'STANDBY', position: null });
    await first.stop();
    await eventually(() => second.health().state === 'LIVE');
    await fillLog(stand.store, { seed: 12, events: 500 });
    await stand.caughtUp();
    expect(await stand.differences()).toEqual([]);
  });

  it('one that is killed in the middle of matches resumes at its position', async () => {
    const filling = fillLog(stand.store, { seed: 13, events: 3_000, eventsPerAppend: 2 });
    for (let kill = 1; kill <= 2; kill += 1) {
      const before = (await stand.checkpoint()) ?? 0n;
      const child = stand.spawn();
      await eventually(
        async () =>
          ((await stand.checkpoint()) ?? 0n) > before || (await stand.checkpoint()) === (await stand.store.head()),
      );
      await stand.kill(child);
    }
    await filling;
    stand.spawn();
    await stand.caughtUp();
    expect(await stand.differences()).toEqual([]);
  });

  it('a frozen one loses the lock, and writes nothing when it resumes', async () => {
    const frozen = stand.spawn();
    await fillLog(stand.store, { seed: 14, events: 400 });
    await stand.caughtUp();
    const held = await stand.holder();
    frozen.kill('SIGSTOP');
    const next = stand.project();
    await eventually(async () => next.health().state === 'LIVE');
    expect(await stand.holder()).not.toBe(held);
    await fillLog(stand.store, { seed: 15, events: 400 });
    await stand.caughtUp();
    frozen.kill('SIGCONT');
    // Resumed, it requests the lock again in a new session, in vain.
    await eventually(async () => (await stand.sessions('fairmark projector')) === 2);
    await fillLog(stand.store, { seed: 16, events: 400 });
    await stand.caughtUp();
    expect(next.health().state).toBe('LIVE');
    expect(await stand.differences()).toEqual([]);
  });

  it('one that freezes between two statements loses its transaction', async () => {
    const frozen = stand.spawn();
    await fillLog(stand.store, { seed: 17, events: 400 });
    await stand.caughtUp();
    const before = await stand.checkpoint();
    // The transaction waits for a table; meanwhile its projector freezes and never sends the next statement.
    const blocker = await stand.pool.connect();
    await blocker.query(`begin; lock table ${CLUBHOUSE_SCHEMA}.matches in exclusive mode`);
    await fillLog(stand.store, { seed: 18, events: 50 });
    await eventually(async () => (await stand.waiting('fairmark projector')) === 1);
    frozen.kill('SIGSTOP');
    await blocker.query('rollback');
    blocker.release();
    await eventually(async () => (await stand.waiting('fairmark projector')) === 0);
    expect(await stand.checkpoint()).toBe(before);
    const next = stand.project();
    await eventually(() => next.health().state === 'LIVE');
    await stand.caughtUp();
    const position = await stand.checkpoint();
    frozen.kill('SIGCONT');
    await eventually(async () => (await stand.sessions('fairmark projector')) === 2);
    expect(await stand.checkpoint()).toBe(position);
    expect(await stand.differences()).toEqual([]);
  });
});
