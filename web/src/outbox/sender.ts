import type { ScoreAnswer, ScoreEntry } from '@fairmark/contract';
import { ApiError } from '../api/call/errors.js';
import type { ScoreCommand } from '../api/match.js';
import type { Box, MatchPlace, SentScore } from './box.js';
import { confirm, markSent, nextToSend, refuse, unanswered } from './waiting-scores.js';

interface SenderPorts {
  box: () => Box;
  change: (change: (box: Box) => Box) => void;
  /** The signed-in golfer; null: nothing is sent. */
  me: () => string | null;
  send: (score: ScoreCommand, key: string) => Promise<ScoreAnswer>;
  /** Schedules `run` in `ms` milliseconds. Returns a function that cancels it. */
  schedule: (ms: number, run: () => void) => () => void;
  random: () => number;
  /** Reports that the match has reached a revision on the server; null: unknown which. */
  matchChanged: (matchId: string, place: MatchPlace | null) => void;
}

/** The outcome of one attempt. */
type Outcome = 'answered' | 'unanswered' | 'nothing-to-send';

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;
/** Upper bound of Retry-After: the server's limits are per minute. */
const RETRY_AFTER_MAX_MS = 60_000;

/** Answers that do not decide about the score: a retry may succeed. */
const TEMPORARY: ReadonlySet<ApiError['code']> = new Set(['GENERIC', 'NOT_FOUND']);

/** What a run learned from the server's answers. */
interface RunNotes {
  /** The revision of each match (SenderPorts.matchChanged). */
  changed: Map<string, MatchPlace | null>;
  /** Milliseconds in which the server wants no request; 0: it did not say. */
  retryAfterMs: number;
}

/**
 * Sends waiting scores one after the other until everything is answered. Retries back off from 1 to 30 s. Returns what
 * triggers one immediately, except while a Retry-After of the server to this golfer, of at most a minute, is running.
 */
export function createSender(ports: SenderPorts): () => void {
  const notes: RunNotes = { changed: new Map(), retryAfterMs: 0 };
  const status = { running: false, woken: false };
  /** The golfer whose requests the server does not want for a while; null: none. */
  let onHold: string | null = null;
  let failures = 0;
  let cancel = (): void => undefined;

  async function run(): Promise<void> {
    status.running = true;
    let outcome: Outcome;
    let me: string | null;
    do {
      status.woken = false;
      me = ports.me();
      notes.retryAfterMs = 0;
      outcome = await sendNext(ports, notes);
      failures = outcome === 'unanswered' ? failures + 1 : 0;
    } while (notes.retryAfterMs === 0 && (status.woken || outcome === 'answered'));
    status.running = false;
    for (const [matchId, place] of notes.changed) ports.matchChanged(matchId, place);
    notes.changed.clear();
    if (outcome === 'unanswered') scheduleRetry(notes.retryAfterMs, me);
    // Another golfer has signed in, whom the server did not ask to wait.
    if (status.woken) wake();
  }

  function scheduleRetry(retryAfterMs: number, me: string | null): void {
    onHold = retryAfterMs > 0 ? me : null;
    cancel = ports.schedule(Math.max(retryAfterMs, retryMs(failures, ports.random())), () => {
      onHold = null;
      wake();
    });
  }

  function wake(): void {
    if (onHold !== null && onHold === ports.me()) return;
    onHold = null;
    status.woken = true;
    cancel();
    if (!status.running) void run();
  }

  return wake;
}

/** The back-off after so many unanswered attempts: 1 to 30 s, half of it jitter so that phones spread out. */
export function retryMs(failures: number, random: number): number {
  const most = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures, 10));
  return Math.max(FIRST_RETRY_MS, Math.round(most * (0.5 + random / 2)));
}

async function sendNext(ports: SenderPorts, notes: RunNotes): Promise<Outcome> {
  const me = ports.me();
  if (me === null) return 'nothing-to-send';
  ports.change((box) => {
    const next = nextToSend(box, me);
    return next === null ? box : markSent(box, next);
  });
  const score = nextToSend(ports.box(), me);
  if (score === null || score.sent === null) return 'nothing-to-send';
  const { matchId, userId, holeNumber, sent } = score;
  try {
    const { key, strokes, noScore, replaces, enteredAt: occurredAt } = sent;
    const command = { matchId, userId, holeNumber, strokes, noScore, replaces, occurredAt };
    const { score: entry, revision, log }: Partial<ScoreAnswer> = await ports.send(command, key);
    // The last check before the phone forgets a score: something else on the way may have answered.
    if (entry === undefined || revision === undefined || log === undefined) return countUnanswered(ports, sent);
    notes.changed.set(matchId, { revision, log });
    ports.change((box) => confirm(box, sent.key, { entry, revision, log }));
    return 'answered';
  } catch (error) {
    if (!(error instanceof ApiError) || isTemporary(error)) {
      notes.retryAfterMs = retryAfterMs(error);
      return countUnanswered(ports, sent);
    }
    const { code, message, details } = error;
    const current = code === 'SCORE_CHANGED' ? { current: (details['current'] ?? null) as ScoreEntry | null } : {};
    notes.changed.set(matchId, null);
    ports.change((box) => refuse(box, sent.key, { code, message, ...current }));
    return 'answered';
  }
}

function retryAfterMs(error: unknown): number {
  const seconds = error instanceof ApiError ? (error.retryAfter ?? 0) : 0;
  return Math.min(seconds * 1_000, RETRY_AFTER_MAX_MS);
}

function countUnanswered(ports: SenderPorts, { key }: SentScore): Outcome {
  ports.change((box) => unanswered(box, key));
  return 'unanswered';
}

/** An ended session is temporary too: the score waits for its golfer. */
function isTemporary(error: ApiError): boolean {
  return error.unanswered || error.status === 401 || TEMPORARY.has(error.code);
}
