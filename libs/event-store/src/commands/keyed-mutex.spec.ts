import { KeyedMutex } from './keyed-mutex.js';

class Unavailable extends Error {}

/** A promise that the test resolves. */
function pending<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

const codeOf = (work: Promise<unknown>) =>
  work.catch((error: unknown) => (error instanceof Unavailable ? 'UNAVAILABLE' : error));

test('runs one at a time per key in order of arrival, and keys do not wait for each other', async () => {
  const mutex = new KeyedMutex(() => new Unavailable());
  const begun: string[] = [];
  const first = pending<string>();
  const work = (name: string, until?: Promise<string>) => () => {
    begun.push(name);
    return until ?? Promise.resolve(name);
  };
  const all = [
    mutex.run('a', work('a1', first.promise)),
    mutex.run('a', work('a2')),
    mutex.run('a', work('a3')),
    mutex.run('b', work('b1')),
  ];
  await all[3];
  expect(begun).toEqual(['a1', 'b1']);
  first.resolve('a1');
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1']);
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3']);
});

test('an error reaches only its own caller, and the next work runs', async () => {
  const mutex = new KeyedMutex(() => new Unavailable());
  const failing = mutex.run('a', () => Promise.reject(new Error('no')));
  const next = mutex.run('a', () => Promise.resolve('yes'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

test('the queue is bounded', async () => {
  const mutex = new KeyedMutex(() => new Unavailable());
  const first = pending<string>();
  const waiting = Array.from({ length: 64 }, () => mutex.run('a', () => first.promise));
  expect(await codeOf(mutex.run('a', () => first.promise))).toBe('UNAVAILABLE');
  first.resolve('done');
  expect(await Promise.all(waiting)).toHaveLength(64);
  expect(await mutex.run('a', () => Promise.resolve('room again'))).toBe('room again');
});

test('work that has waited too long is refused without being run', async () => {
  const mutex = new KeyedMutex(() => new Unavailable());
  const first = pending<string>();
  const now = jest.spyOn(performance, 'now');
  const running = mutex.run('a', () => first.promise);
  await Promise.resolve();
  let begun = false;
  const late = codeOf(
    mutex.run('a', async () => {
      begun = true;
    }),
  );
  const later = performance.now() + 6_000;
  now.mockReturnValue(later);
  first.resolve('done');
  expect([await running, await late, begun]).toEqual(['done', 'UNAVAILABLE', false]);
  now.mockRestore();
});
