import { Refusal } from '../../http/refusal.js';
import { Turns } from './turns.js';

/** Work that ends when it is told to. */
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
  work.catch((error: unknown) => (error instanceof Refusal ? error.code : error));

test('one at a time per key, in order of arrival; keys do not wait for each other', async () => {
  const turns = new Turns();
  const begun: string[] = [];
  const first = pending<string>();
  const work = (name: string, until?: Promise<string>) => () => {
    begun.push(name);
    return until ?? Promise.resolve(name);
  };
  const all = [
    turns.take('a', work('a1', first.promise)),
    turns.take('a', work('a2')),
    turns.take('a', work('a3')),
    turns.take('b', work('b1')),
  ];
  await all[3];
  expect(begun).toEqual(['a1', 'b1']);
  first.resolve('a1');
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1']);
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3']);
});

test('work that fails fails its own caller, and the next one runs', async () => {
  const turns = new Turns();
  const failing = turns.take('a', () => Promise.reject(new Error('no')));
  const next = turns.take('a', () => Promise.resolve('yes'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

test('the queue is bounded', async () => {
  const turns = new Turns();
  const first = pending<string>();
  const waiting = Array.from({ length: 64 }, () => turns.take('a', () => first.promise));
  expect(await codeOf(turns.take('a', () => first.promise))).toBe('UNAVAILABLE');
  first.resolve('done');
  expect(await Promise.all(waiting)).toHaveLength(64);
  expect(await turns.take('a', () => Promise.resolve('room again'))).toBe('room again');
});

test('work that waited too long is not begun any more', async () => {
  const turns = new Turns();
  const first = pending<string>();
  const now = jest.spyOn(performance, 'now');
  const running = turns.take('a', () => first.promise);
  await Promise.resolve();
  let begun = false;
  const late = codeOf(
    turns.take('a', async () => {
      begun = true;
    }),
  );
  const later = performance.now() + 6_000;
  now.mockReturnValue(later);
  first.resolve('done');
  expect([await running, await late, begun]).toEqual(['done', 'UNAVAILABLE', false]);
  now.mockRestore();
});
