/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { endSession, startSession } from '../api/call/session.js';
import { isConnected, startRealtime } from '../api/realtime/realtime.js';
import { Line } from '../api/testing/line.js';
import { waitFor } from '../api/testing/wait-for.js';
import { changeOutbox, recordScore, waitingScores } from './outbox.js';
import { startSending } from './start-sending.js';

const FIRST_RETRY_MS = 1_000;
const stops: (() => void)[] = [];
const clock = setTimeout;
let tries = 0;

beforeEach(async () => {
  tries = 0;
  globalThis.fetch = async (path) => {
    if (path === '/api/match/score') tries += 1;
    throw new TypeError('Failed to fetch');
  };
  // The time after which a score is tried again by itself never comes.
  const short = (run: () => void, ms = 0) => (ms < FIRST_RETRY_MS ? clock(run, ms) : clock(() => undefined, 0));
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
  globalThis.setTimeout = clock;
  looks('visible');
});

/** The last try has failed, and the sender has done all that follows from it before the next wait. */
async function untilIdle(): Promise<void> {
  await waitFor(() => expect(waitingScores()[0]?.tries).toBe(tries));
  await new Promise((resolve) => clock(resolve));
}

function looks(state: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
  document.dispatchEvent(new Event('visibilitychange'));
}

describe('a score that waits is tried at once', () => {
  it.each<[string, () => void]>([
    ['when the phone says that it has a signal', () => window.dispatchEvent(new Event('online'))],
    ['when the golfer looks at the page', () => looks('visible')],
    ['when a golfer signs in', () => startSession({ token: 't2', userId: 'ann' })],
    ['when the line stands', () => stops.push(startRealtime())],
  ])('%s', async (_when, happens) => {
    happens();
    await waitFor(() => expect(tries).toBe(2));
  });

  it('by an idle sender within the same event, so that what is not tried by then is not', () => {
    window.dispatchEvent(new Event('online'));
    expect(tries).toBe(2);
  });

  it('but not when the page goes out of sight, when the line is lost, or when no golfer is signed in', async () => {
    looks('hidden');
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
