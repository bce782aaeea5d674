import type { ScoreAnswer, ScoreEntry } from '@fairmark/contract';
import { ApiError } from '../api/call/errors.js';
import type { ScoreCommand } from '../api/match.js';
import { createSender, retryMs } from './sender.js';
import { EMPTY_BOX, type Box } from './box.js';
import { discard, record } from './waiting-scores.js';

/** A sender whose requests wait until the test answers them. */
function createTestSender() {
  let box: Box = EMPTY_BOX;
  let keys = 0;
  const requests: {
    score: ScoreCommand;
    key: string;
    answer: (answer: unknown) => void;
    fail: (error: Error) => void;
  }[] = [];
  const timers: { ms: number; run: () => void; off: boolean }[] = [];
  const moved: unknown[][] = [];
  const golfer: { id: string | null } = { id: 'ann' };
  const wake = createSender({
    box: () => box,
    change: (change) => {
      box = change(box);
    },
    me: () => golfer.id,
    send: (score, key) =>
      new Promise<ScoreAnswer>((resolve, reject) => {
        requests.push({ score, key, answer: (answer) => resolve(answer as ScoreAnswer), fail: reject });
      }),
    schedule: (ms, run) => {
      const timer = { ms, run, off: false };
      timers.push(timer);
      return () => {
        timer.off = true;
      };
    },
    random: () => 0.5,
    matchChanged: (...match) => moved.push(match),
  });
  const enter = (holeNumber: number, strokes: number | null, by = 'ann') => {
    keys += 1;
    const place = { matchId: 'm', userId: 'ann', holeNumber, by };
    const stamp = { key: `k${keys}`, enteredAt: '2026-05-01T08:00:00.000Z' };
    box = record(box, { ...place, strokes, noScore: false, replaces: null }, stamp);
    wake();
  };
  const next = async () => {
    await settled();
    const request = requests.shift();
    if (request === undefined) throw new Error('Nothing was sent');
    return request;
  };
  const ring = () => {
    const timer = timers.pop();
    if (timer === undefined || timer.off) throw new Error('No timer is set');
    timer.run();
  };
  return { wake, golfer, requests, timers, moved, enter, next, ring, now: () => box, set: (b: Box) => (box = b) };
}

/** Waits for everything that follows from the last answer. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

const recorded = (id: string, strokes: number, revision = '7') => ({
  status: 200,
  position: '1',
  log: 'l',
  revision,
  score: { id, strokes, noScore: false } as ScoreEntry,
});

describe('the sender', () => {
  it('sends waiting scores one after the other, with their time of entry, and reads the match once', async () => {
    const at = createTestSender();
    at.enter(1, 4);
    at.enter(2, 5);
    const first = await at.next();
    expect(at.requests).toEqual([]);
    expect(first).toMatchObject({
      key: 'k1',
      score: { matchId: 'm', userId: 'ann', holeNumber: 1, strokes: 4, noScore: false, replaces: null },
    });
    expect(first.score.occurredAt).toBe('2026-05-01T08:00:00.000Z');
    first.answer(recorded('a', 4));
    (await at.next()).answer(recorded('b', 5, '8'));
    await settled();
    expect(at.now().waiting).toEqual([]);
    expect(at.now().confirmed).toMatchObject([{ holeNumber: 1 }, { holeNumber: 2, revision: '8' }]);
    expect(at.moved).toEqual([['m', { revision: '8', log: 'l' }]]);
    expect(at.timers).toEqual([]);
  });

  it('repeats a request at growing intervals until it is answered, then sends the newer score', async () => {
    const at = createTestSender();
    at.enter(1, 4);
    (await at.next()).fail(new ApiError('NO_ANSWER', ''));
    await settled();
    expect(at.timers.map(({ ms }) => ms)).toEqual([1500]);
    at.ring();
    const again = await at.next();
    expect(again.key).toBe('k1');
    again.fail(new ApiError('UNAVAILABLE', '', 503));
    await settled();
    expect(at.timers.map(({ ms }) => ms)).toEqual([3000]);
    at.enter(1, 5);
    const third = await at.next();
    expect(third).toMatchObject({ key: 'k1', score: { strokes: 4 } });
    third.answer(recorded('a', 4));
    const newer = await at.next();
    expect(newer).toMatchObject({ key: 'k2', score: { strokes: 5, replaces: 'a' } });
    newer.answer(recorded('b', 5, '8'));
    await settled();
    expect(at.now().waiting).toEqual([]);
  });

  it('tries at once when it is woken, and again when it is woken during a try', async () => {
    const at = createTestSender();
    at.enter(1, 4);
    (await at.next()).fail(new ApiError('NO_CONNECTION', ''));
    await settled();
    at.wake();
    expect(at.timers.every(({ off }) => off)).toBe(true);
    const second = await at.next();
    at.wake();
    second.fail(new ApiError('NO_CONNECTION', ''));
    (await at.next()).answer(recorded('a', 4));
    await settled();
    expect(at.now().waiting).toEqual([]);
  });

  it('waits as long as the server asks for, up to a minute, even when it is woken', async () => {
    const at = createTestSender();
    at.enter(1, 4);
    (await at.next()).fail(new ApiError('TOO_MANY_REQUESTS', '', 429, { retryAfterSeconds: 20 }));
    await settled();
    expect(at.timers.map(({ ms }) => ms)).toEqual([20_000]);
    at.enter(2, 5);
    await settled();
    expect(at.requests).toEqual([]);
    at.ring();
    (await at.next()).fail(new ApiError('TOO_MANY_REQUESTS', '', 429, { retryAfterSeconds: 900 }));
    await settled();
    expect(at.timers.map(({ ms, off }) => [ms, off])).toEqual([[60_000, false]]);
    at.ring();
    (await at.next()).answer(recorded('a', 4));
    (await at.next()).answer(recorded('b', 5, '8'));
    await settled();
    expect(at.now().waiting).toEqual([]);
  });

  it('does not make another golfer’s scores wait for that time', async () => {
    const at = createTestSender();
    at.enter(1, 4);
    const refused = await at.next();
    at.enter(2, 5, 'ben');
    at.golfer.id = 'ben';
    at.wake();
    refused.fail(new ApiError('TOO_MANY_REQUESTS', '', 429, { retryAfterSeconds: 20 }));
    (await at.next()).fail(new ApiError('TOO_MANY_REQUESTS', '', 429, { retryAfterSeconds: 20 }));
    await settled();
    at.golfer.id = null;
    at.wake();
    at.golfer.id = 'ann';
    at.wake();
    expect((await at.next()).score.holeNumber).toBe(1);
  });

  it('lets no hole block the others', async () => {
    const at = createTestSender();
    at.enter(1, 4);
    at.enter(2, 5);
    (await at.next()).fail(new ApiError('GENERIC', '', 500));
    const other = await at.next();
    expect(other.score.holeNumber).toBe(2);
    other.answer(recorded('b', 5));
    expect((await at.next()).score.holeNumber).toBe(1);
  });

  it.each([
    ['too many requests', new ApiError('TOO_MANY_REQUESTS', '', 429)],
    ['an answer from something else on the way', new ApiError('NOT_FOUND', '', 404)],
    ['a session that ended', new ApiError('UNAUTHORIZED', '', 401)],
    ['a fault of our own', new Error('oops')],
  ])('keeps a score through %s', async (_what, error) => {
    const at = createTestSender();
    at.enter(1, 4);
    (await at.next()).fail(error);
    await settled();
    expect(at.now().waiting).toMatchObject([{ state: 'waiting', tries: 1, sent: { key: 'k1' } }]);
    expect(at.timers).toHaveLength(1);
  });

  it.each([[{}], [{ score: null }], [{ score: null, revision: '1' }]])(
    'treats %j as no answer of the server',
    async (answer) => {
      const at = createTestSender();
      at.enter(1, 4);
      (await at.next()).answer(answer);
      await settled();
      expect(at.now().waiting).toMatchObject([{ state: 'waiting', tries: 1 }]);
    },
  );

  it('keeps a refusal with the current entry, sends the other scores, and does not repeat it', async () => {
    const at = createTestSender();
    at.enter(1, 4);
    at.enter(2, 5);
    const current = { id: 'c', strokes: 6, noScore: false };
    (await at.next()).fail(new ApiError('SCORE_CHANGED', 'This score was changed', 409, { current }));
    (await at.next()).fail(new ApiError('ROUND_SIGNED', 'This card has been signed', 409));
    await settled();
    at.wake();
    await settled();
    expect(at.requests).toEqual([]);
    expect(at.now().waiting).toMatchObject([
      { holeNumber: 1, state: 'refused', refusal: { code: 'SCORE_CHANGED', current } },
      { holeNumber: 2, state: 'refused', refusal: { code: 'ROUND_SIGNED' } },
    ]);
    at.set(discard(at.now(), 'k1'));
    expect(at.now().waiting).toHaveLength(1);
  });

  it.each([
    ['ROUND_WITHDRAWN', 'ann'],
    ['MATCH_ENDED', 'ann'],
    ['ROUND_WITHDRAWN', 'ben'],
  ] as const)('when Ann’s card is over (%s) leaves %s without a decision', async (code, golfer) => {
    const at = createTestSender();
    at.golfer.id = golfer;
    at.enter(1, 4, golfer);
    (await at.next()).fail(new ApiError(code, '', 409));
    await settled();
    expect(at.now().waiting).toEqual([]);
  });

  it("sends the signed-in golfer's scores only", async () => {
    const at = createTestSender();
    at.golfer.id = null;
    at.enter(1, 4);
    at.enter(1, 5, 'ben');
    await settled();
    expect(at.requests).toEqual([]);
    at.golfer.id = 'ben';
    at.wake();
    const request = await at.next();
    expect(request).toMatchObject({ key: 'k2', score: { strokes: 5 } });
    request.answer(recorded('a', 5));
    await settled();
    expect(at.now().waiting).toMatchObject([{ key: 'k1', by: 'ann', sent: null }]);
  });

  it('stops when its golfer signs out, and still stores the answer that arrives', async () => {
    const at = createTestSender();
    at.enter(1, 4);
    at.enter(2, 5);
    const request = await at.next();
    at.golfer.id = null;
    request.answer(recorded('a', 4));
    await settled();
    expect(at.requests).toEqual([]);
    expect(at.now().waiting).toMatchObject([{ holeNumber: 2 }]);
  });
});

describe('retryMs', () => {
  it('grows from 1 s to 30 s', () => {
    expect([1, 2, 3, 4, 5, 50].map((failures) => retryMs(failures, 1))).toEqual([
      2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
    ]);
    expect([1, 2, 50].map((failures) => retryMs(failures, 0))).toEqual([1_000, 2_000, 15_000]);
  });
});
