import type { ScoreAnswer, ScoreEntry } from '@fairmark/contract';
import { call } from '../api/call/client.js';
import { ApiError } from '../api/call/errors.js';
import { noteRevision } from '../api/call/position.js';
import { onSession, session } from '../api/call/session.js';
import { onConnect } from '../api/realtime/realtime.js';
import { afterPaint } from '../ui/after-paint.js';
import { announce } from '../ui/live-region.js';
import type { MatchPlace } from './box.js';
import { announcement } from './outbox-texts.js';
import { changeOutbox, onOutbox, outbox, waitingScores } from './outbox.js';
import { confirm, markSent, nextToSend, refuse, unanswered } from './waiting-scores.js';

const SEND_MS = 8_000;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;
/** Upper bound of Retry-After: the server's limits are per minute. */
const RETRY_AFTER_MAX_MS = 60_000;

/** Answers that do not decide about the score: a retry may succeed. */
const TEMPORARY: ReadonlySet<ApiError['code']> = new Set(['GENERIC', 'NOT_FOUND']);

/** The outcome of one attempt; unanswered: the milliseconds in which the server wants no other one, 0 if it did not say. */
type Outcome = 'answered' | 'idle' | number;

let started = false;
let running = false;
let woken = false;
let failures = 0;
let retry: ReturnType<typeof setTimeout> | undefined;
/** The golfer whose requests the server does not want for a while; null: none. */
let onHold: string | null = null;
/** The revisions that the server's answers name; a refusal names none. */
const changed = new Map<string, Partial<MatchPlace>>();

/** Sends the scores of the golfer who is signed in, from the first call on for as long as the page lives. */
export function startSending(): void {
  if (started) return;
  started = true;
  onConnect(wake);
  window.addEventListener('online', wake);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake();
  });
  onSession(wake);
  let before = { golfer: me(), scores: waitingScores() };
  onOutbox(() => {
    const now = { golfer: me(), scores: waitingScores() };
    const known = new Set(before.scores.flatMap(({ key, state }) => (state === 'waiting' ? [key] : [])));
    const entered = now.scores.some(({ state, key }) => state === 'waiting' && !known.has(key));
    // Another golfer's scores are no news.
    const text = now.golfer === before.golfer ? announcement(before.scores, now.scores, outbox().box.confirmed) : null;
    before = now;
    if (text !== null) announce(text);
    if (entered) afterPaint(wake);
  });
  wake();
}

/** Sends at once, except while a Retry-After of the server to this golfer is running. */
function wake(): void {
  if (onHold !== null && onHold === me()) return;
  onHold = null;
  woken = true;
  clearTimeout(retry);
  if (!running) void run();
}

/** Sends waiting scores one after the other until everything is answered. Retries back off from 1 to 30 s. */
async function run(): Promise<void> {
  running = true;
  let golfer: string | null;
  let outcome: Outcome;
  do {
    woken = false;
    golfer = me();
    outcome = golfer === null ? 'idle' : await sendNext(golfer);
    failures = typeof outcome === 'number' ? failures + 1 : 0;
  } while (outcome === 'answered' || (woken && (outcome === 'idle' || outcome === 0)));
  running = false;
  for (const [matchId, place] of changed) noteRevision(matchId, place);
  changed.clear();
  if (typeof outcome === 'number') {
    onHold = outcome > 0 ? golfer : null;
    const waitMs = Math.max(outcome, retryMs(failures, Math.random()));
    retry = setTimeout(() => {
      onHold = null;
      wake();
    }, waitMs);
  }
  // Another golfer has signed in, whom the server did not ask to wait.
  if (woken) wake();
}

const me = (): string | null => session()?.userId ?? null;

/** The back-off after so many unanswered attempts: 1 to 30 s, half of it jitter so that phones spread out. */
export function retryMs(failures: number, random: number): number {
  const most = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
  return Math.round(most * (0.5 + random / 2));
}

/** Tries once to send the golfer's next score. Refusals: SCORE_CHANGED, ROUND_SIGNED, NOT_MARKER. */
async function sendNext(golfer: string): Promise<Outcome> {
  changeOutbox((box) => {
    const next = nextToSend(box, golfer);
    return next === null ? box : markSent(box, next);
  });
  const score = nextToSend(outbox().box, golfer);
  if (score === null || score.sent === null) return 'idle';
  const { matchId, userId, holeNumber, sent } = score;
  const { key, replaces, enteredAt: occurredAt, noScore, strokes } = sent;
  const body = { matchId, userId, holeNumber, replaces, occurredAt, ...(noScore ? { noScore } : { strokes }) };
  try {
    const answer = await call<Partial<ScoreAnswer>>('POST', '/api/match/score', { body, key, timeoutMs: SEND_MS });
    const { score: entry, revision, log } = answer;
    // The last check before the phone forgets a score: something else on the way may have answered.
    if (entry === undefined || revision === undefined || log === undefined) throw new Error('Not an answer of the api');
    changed.set(matchId, { revision, log });
    changeOutbox((box) => confirm(box, key, { entry, revision, log }));
  } catch (error) {
    if (!(error instanceof ApiError) || isTemporary(error)) {
      changeOutbox((box) => unanswered(box, key));
      const seconds = error instanceof ApiError ? (error.retryAfter ?? 0) : 0;
      return Math.min(seconds * 1_000, RETRY_AFTER_MAX_MS);
    }
    const { code, message, details } = error;
    const current = code === 'SCORE_CHANGED' ? { current: (details['current'] ?? null) as ScoreEntry | null } : {};
    changed.set(matchId, {});
    changeOutbox((box) => refuse(box, key, { code, message, ...current }));
  }
  return 'answered';
}

/** An ended session is temporary too: the score waits for its golfer. */
function isTemporary(error: ApiError): boolean {
  return error.unanswered || error.status === 401 || TEMPORARY.has(error.code);
}
