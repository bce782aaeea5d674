import { setImmediate as nextTurn } from 'node:timers/promises';
import { KeyedMutex } from './keyed-mutex.js';

class Unavailable extends Error {}

/** A mutex, and the work that it runs first under "a", which lasts until it is released. */
function busyMutex() {
  const mutex = new KeyedMutex(() => new Unavailable());
  let release = (): void => undefined;
  const first = mutex.run('a', () => new Promise<string>((resolve) => (release = () => resolve('a1'))));
  return { mutex, first, release: () => release() };
}

test('runs one at a time per key in order of arrival, and keys do not wait for each other', async () => {
  const { mutex, first, release } = busyMutex();
  const begun: string[] = [];
  const run = (key: string, name: string) =>
    mutex.run(key, async () => {
      begun.push(name);
      await nextTurn();
    });
  const waiting = [run('a', 'a2'), run('a', 'a3')];
  await run('b', 'b1');
  expect(begun).toEqual(['b1']);
  release();
  expect(await first).toBe('a1');
  await Promise.all([...waiting, run('a', 'a4')]);
  expect(begun).toEqual(['b1', 'a2', 'a3', 'a4']);
});

test('an error reaches only its own caller, and the next work runs', async () => {
  const mutex = new KeyedMutex(() => new Unavailable());
  const failing = mutex.run('a', () => Promise.reject(new Error('no')));
  const next = mutex.run('a', () => Promise.resolve('yes'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

test('the queue is bounded', async () => {
  const { mutex, first, release } = busyMutex();
  const waiting = Array.from({ length: 63 }, () => mutex.run('a', async () => 'done'));
  await expect(mutex.run('a', async () => 'too many')).rejects.toThrow(Unavailable);
  release();
  expect(await Promise.all([first, ...waiting])).toHaveLength(64);
  expect(await mutex.run('a', async () => 'room again')).toBe('room again');
});

test('work that has waited too long is refused without being run', async () => {
  const { mutex, first, release } = busyMutex();
  const late = jest.fn(async () => undefined);
  const refused = mutex.run('a', late);
  await Promise.resolve();
  const now = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 6_000);
  release();
  expect(await first).toBe('a1');
  await expect(refused).rejects.toThrow(Unavailable);
  expect(late).not.toHaveBeenCalled();
  now.mockRestore();
});
