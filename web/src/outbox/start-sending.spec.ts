/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { jest } from '@jest/globals';
import { errorAnswer, type ErrorCode } from '@fairmark/contract';
import { QueryObserver } from '@tanstack/react-query';
import { queryClient } from '../api/call/query-client.js';
import { endSession, startSession } from '../api/call/session.js';
import { matchQuery } from '../api/match.js';
import { isConnected, startRealtime } from '../api/realtime/realtime.js';
import { Line } from '../api/testing/line.js';
import { waitFor } from '../api/testing/wait-for.js';
import { serve, type Answer, type Call } from '../shared/testing/server.js';
import { changeOutbox, enterScore, outbox } from './outbox.js';
import { retryMs, startSending } from './start-sending.js';
import { answerFor } from './testing/match.js';

/** The intervals that the sender takes here: its own, and those for which the server asks. */
const INTERVALS = [1_500, 3_000, 20_000, 60_000];
const timer = setTimeout;

interface Request {
  key: string | null;
  score: Record<string, unknown>;
  answer: (answer: Answer) => void;
  fail: () => void;
}

/** Requests that wait for the test to answer them, and retries that wait for it to ring. */
let requests: Request[] = [];
let unanswered: (() => void)[] = [];
let retries: { ms: number; run: () => void }[] = [];
let calls: Call[] = [];

beforeEach(() => {
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
  calls = serve(({ path, key, body }) =>
    path === '/api/match/score'
      ? new Promise((answer, reject) => {
          const fail = () => reject(new TypeError('Failed to fetch'));
          unanswered.push(fail);
          requests.push({ key, score: body as Request['score'], answer, fail });
        })
      : answerFor(),
  );
  const late = (run: () => void, ms = 0) => {
    if (!INTERVALS.includes(ms)) return timer(run, ms);
    retries.push({ ms, run });
    return timer(() => undefined, 0);
  };
  globalThis.setTimeout = late as typeof setTimeout;
  startSession({ token: 't', userId: 'ann' });
  startSending();
});
afterEach(async () => {
  endSession('signed-out');
  for (const fail of unanswered) fail();
  await settled();
  changeOutbox(() => ({ waiting: [], confirmed: [] }));
  [requests, unanswered, retries] = [[], [], []];
  globalThis.setTimeout = timer;
  jest.restoreAllMocks();
  setVisibility('visible');
});

const enter = (holeNumber: number, strokes: number): void =>
  void enterScore({ matchId: 'm', userId: 'ann', holeNumber }, { strokes, noScore: false }, null);
const wake = () => window.dispatchEvent(new Event('online'));
const waiting = () => outbox().box.waiting;
/** Waits for everything that follows from the last answer. */
const settled = () => new Promise((resolve) => timer(resolve, 0));

async function next(): Promise<Request> {
  await waitFor(() => expect(requests).not.toEqual([]));
  return requests.shift()!;
}

const retriesAfter = (ms: number) => waitFor(() => expect(retries.map((one) => one.ms)).toEqual([ms]));
const ring = () => retries.shift()?.run();

const recorded = (id: string, strokes: number, revision = '21') => ({
  position: '1',
  log: 'l',
  revision,
  score: { id, strokes, noScore: false },
});
const refusal = (code: ErrorCode, after?: number) =>
  Response.json(errorAnswer(code), {
    status: errorAnswer(code).status,
    headers: after === undefined ? {} : { 'retry-after': String(after) },
  });

function setVisibility(state: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
  document.dispatchEvent(new Event('visibilitychange'));
}

describe('sending', () => {
  it('sends waiting scores one after the other, with their time of entry, and reads the match once', async () => {
    const stop = new QueryObserver(queryClient, matchQuery('m')).subscribe(() => undefined);
    const reads = () => calls.filter(({ path }) => path === '/api/match/m');
    await waitFor(() => expect(queryClient.getQueryData(matchQuery('m').queryKey)).toBeTruthy());
    enter(1, 4);
    enter(2, 5);
    const [{ key, enteredAt } = { key: '' }] = waiting();
    const first = await next();
    expect(requests).toEqual([]);
    const score = { matchId: 'm', userId: 'ann', holeNumber: 1, strokes: 4, replaces: null, occurredAt: enteredAt };
    expect(first).toMatchObject({ key, score });
    first.answer(recorded('a', 4));
    (await next()).answer(recorded('b', 5, '22'));
    await waitFor(() => expect(reads()).toHaveLength(2));
    expect(waiting()).toEqual([]);
    expect(outbox().box.confirmed).toMatchObject([{ holeNumber: 1 }, { holeNumber: 2, revision: '22' }]);
    expect(retries).toEqual([]);
    stop();
  });

  it('repeats a request at growing intervals until it is answered, then sends the newer score', async () => {
    enter(1, 4);
    const { key, fail } = await next();
    fail();
    await retriesAfter(1_500);
    ring();
    const again = await next();
    expect(again.key).toBe(key);
    again.answer(refusal('UNAVAILABLE'));
    await retriesAfter(3_000);
    enter(1, 5);
    const third = await next();
    expect(third).toMatchObject({ key, score: { strokes: 4 } });
    third.answer(recorded('a', 4));
    const newer = await next();
    expect(newer).toMatchObject({ key: waiting()[0]!.key, score: { strokes: 5, replaces: 'a' } });
    newer.answer(recorded('b', 5, '22'));
    await waitFor(() => expect(waiting()).toEqual([]));
  });

  it('tries again when it is woken during a try', async () => {
    enter(1, 4);
    const { fail } = await next();
    wake();
    fail();
    (await next()).answer(recorded('a', 4));
    await waitFor(() => expect(waiting()).toEqual([]));
  });

  it('waits as long as the server asks for, up to a minute, even when it is woken, but not for another golfer', async () => {
    enter(1, 4);
    (await next()).answer(refusal('TOO_MANY_REQUESTS', 20));
    await retriesAfter(20_000);
    wake();
    expect(requests).toEqual([]);
    ring();
    (await next()).answer(refusal('TOO_MANY_REQUESTS', 900));
    await retriesAfter(60_000);
    startSession({ token: 'b', userId: 'ben' });
    enter(2, 5);
    (await next()).answer(recorded('a', 5));
    await waitFor(() => expect(waiting()).toMatchObject([{ by: 'ann' }]));
  });

  it('does not make a golfer wait who signs in while the server refuses another one', async () => {
    enter(1, 4);
    const refused = await next();
    startSession({ token: 'b', userId: 'ben' });
    enter(2, 5);
    // Ben's score asks to be sent while Ann's is on its way.
    await new Promise(requestAnimationFrame);
    await settled();
    refused.answer(refusal('TOO_MANY_REQUESTS', 20));
    (await next()).answer(recorded('a', 5));
    await waitFor(() => expect(waiting()).toMatchObject([{ by: 'ann' }]));
  });

  it('lets no hole block the others', async () => {
    enter(1, 4);
    enter(2, 5);
    (await next()).answer(refusal('GENERIC'));
    const other = await next();
    expect(other.score.holeNumber).toBe(2);
    other.answer(recorded('b', 5));
    expect((await next()).score.holeNumber).toBe(1);
  });

  it.each([
    ['too many requests', () => refusal('TOO_MANY_REQUESTS')],
    ['an answer from something else on the way', () => refusal('NOT_FOUND')],
    ['a session that ended', () => refusal('UNAUTHORIZED')],
    ['an answer without a score', () => ({})],
    ['an answer without the log', () => ({ score: null, revision: '1' })],
  ])('keeps a score through %s', async (_what, answer) => {
    enter(1, 4);
    (await next()).answer(answer());
    await waitFor(() => expect(waiting()).toMatchObject([{ state: 'waiting', tries: 1, sent: { strokes: 4 } }]));
  });

  it.each(['ROUND_WITHDRAWN', 'MATCH_ENDED'] as const)('leaves no decision when a card is over: %s', async (code) => {
    enter(1, 4);
    (await next()).answer(code);
    await waitFor(() => expect(waiting()).toEqual([]));
  });

  it('stops when its golfer signs out, and still stores the answer that arrives', async () => {
    enter(1, 4);
    enter(2, 5);
    const { answer } = await next();
    endSession('signed-out');
    answer(recorded('a', 4));
    await waitFor(() => expect(waiting()).toMatchObject([{ holeNumber: 2, sent: null }]));
    wake();
    expect(requests).toEqual([]);
  });
});

describe('a score that waits is tried at once', () => {
  const stops: (() => void)[] = [];
  beforeEach(async () => {
    enter(5, 4);
    (await next()).fail();
    await retriesAfter(1_500);
  });
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
  });

  it.each<[string, () => void]>([
    ['when the phone says that it has a signal', wake],
    ['when the page becomes visible', () => setVisibility('visible')],
    ['when a golfer signs in', () => startSession({ token: 't2', userId: 'ann' })],
  ])('%s, within the same event', (_when, happens) => {
    happens();
    expect(requests).toHaveLength(1);
  });

  it('when the socket is connected, but not when it is lost, and not when the page is hidden', async () => {
    setVisibility('hidden');
    expect(requests).toEqual([]);
    stops.push(startRealtime());
    (await next()).fail();
    await waitFor(() => expect(retries).toHaveLength(2));
    Line.latest?.close();
    await waitFor(() => expect(isConnected()).toBe(false));
    expect(requests).toEqual([]);
  });
});

it('retryMs grows from 1 s to 30 s', () => {
  expect([1, 2, 3, 4, 5, 50].map((failures) => retryMs(failures, 1))).toEqual([
    2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
  expect([1, 2, 50].map((failures) => retryMs(failures, 0))).toEqual([1_000, 2_000, 15_000]);
});
