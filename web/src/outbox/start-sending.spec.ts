/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { endSession, startSession } from '../api/call/session.js';
import { isConnected, startRealtime } from '../api/realtime/realtime.js';
import { Line } from '../api/testing/line.js';
import { waitFor } from '../api/testing/wait-for.js';
import { changeOutbox, recordScore, waitingScores } from './outbox.js';
import { startSending } from './start-sending.js';

const FIRST_RETRY_MS = 1_000;
const stops: (() => void)[] = [];
const timer = setTimeout;
let tries = 0;

beforeEach(async () => {
  tries = 0;
  globalThis.fetch = async (path) => {
    if (path === '/api/match/score') tries += 1;
    throw new TypeError('Failed to fetch');
  };
  // The timer for the next retry never fires.
  const short = (run: () => void, ms = 0) => (ms < FIRST_RETRY_MS ? timer(run, ms) : timer(() => undefined, 0));
  globalThis.setTimeout = short as typeof setTimeout;
  startSession({ token: 't', userId: 'ann' });
  startSending();
  recordScore({ matchId: 'm', userId: 'ann', holeNumber: 5, strokes: 4, noScore: false, replaces: null });
  await waitFor(() => expect(tries).toBe(1));
  await untilIdle();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  changeOutbox(() => ({ waiting: [], confirmed: [] }));
  endSession('signed-out');
  globalThis.setTimeout = timer;
  setVisibility('visible');
});

/** Waits until the last try has failed and the sender waits for the next one. */
async function untilIdle(): Promise<void> {
  await waitFor(() => expect(waitingScores()[0]?.tries).toBe(tries));
  await new Promise((resolve) => timer(resolve));
}

function setVisibility(state: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
  document.dispatchEvent(new Event('visibilitychange'));
}

describe('a score that waits is tried at once', () => {
  it.each<[string, () => void]>([
    ['when the phone says that it has a signal', () => window.dispatchEvent(new Event('online'))],
    ['when the page becomes visible', () => setVisibility('visible')],
    ['when a golfer signs in', () => startSession({ token: 't2', userId: 'ann' })],
    ['when the socket is connected', () => stops.push(startRealtime())],
  ])('%s', async (_when, happens) => {
    happens();
    await waitFor(() => expect(tries).toBe(2));
  });

  it('within the same event when the sender is idle', () => {
    window.dispatchEvent(new Event('online'));
    expect(tries).toBe(2);
  });

  it('but not when the page is hidden, when the socket is lost, or when no golfer is signed in', async () => {
    setVisibility('hidden');
    expect(tries).toBe(1);
    stops.push(startRealtime());
    await waitFor(() => expect(tries).toBe(2));
    await untilIdle();
    Line.latest?.close();
    await waitFor(() => expect(isConnected()).toBe(false));
    expect(tries).toBe(2);
    endSession('signed-out');
    window.dispatchEvent(new Event('online'));
    expect(tries).toBe(2);
  });
});
