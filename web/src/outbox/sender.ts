import type { ScoreAnswer, ScoreEntry } from '@fairmark/contract';
import { ApiError } from '../api/call/errors.js';
import type { ScoreCommand } from '../api/match.js';
import type { Box, MatchPlace, SentScore } from './box.js';
import { confirm, leaving, nextToSend, refuse, unanswered } from './waiting-scores.js';

interface SenderPorts {
  box: () => Box;
  change: (change: (box: Box) => Box) => void;
  /** Who is signed in; null: signed out, so nothing is sent. */
  me: () => string | null;
  send: (score: ScoreCommand, key: string) => Promise<ScoreAnswer>;
  /** Runs something later, milliseconds. Gives back how not to. */
  later: (ms: number, run: () => void) => () => void;
  random: () => number;
  /** Does work while no other tab of this phone does. */
  alone: (work: () => Promise<Outcome>) => Promise<Outcome>;
  /** The server knows more of a match than this phone may: as much as stands at this place; null: unknown. */
  moved: (matchId: string, place: MatchPlace | null) => void;
}

/** What became of one try. */
export type Outcome = 'answered' | 'unanswered' | 'nothing-to-send';

/** Sends what waits, one score after the other. */
export interface Sender {
  /** Something speaks for a try now: a new score, a signal, a golfer who looks at the phone. */
  wake: () => void;
  close: () => void;
}

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;
/** The longest that the sender keeps still because the server asked for it: its limits are those of a minute. */
const RETRY_AFTER_MAX_MS = 60_000;

/** Answers that are no decision about the score: a later try may go well. */
const FOR_NOW: ReadonlySet<ApiError['code']> = new Set(['CONFLICT', 'GENERIC', 'NOT_FOUND']);

/** What the answers of a run said besides. */
interface Heard {
  /** How far each match has come (SenderPorts.moved). */
  moved: Map<string, MatchPlace | null>;
  /** It wants no request before, milliseconds from now; 0: it said nothing. */
  retryAfterMs: number;
}

/**
 * Sends for as long as it takes: without an answer again and again, ever more rarely (1 to 30 s), and at once when woken. Only a
 * server that names a time to wait is not asked before, for a minute at most.
 */
export function createSender(ports: SenderPorts): Sender {
  const heard: Heard = { moved: new Map(), retryAfterMs: 0 };
  const is = { running: false, woken: false, closed: false, still: false };
  let failures = 0;
  let cancel = (): void => undefined;

  async function run(): Promise<void> {
    is.running = true;
    let outcome: Outcome;
    do {
      is.woken = false;
      heard.retryAfterMs = 0;
      outcome = await ports.alone(() => sendNext(ports, heard)).catch((): Outcome => 'unanswered');
      failures = outcome === 'unanswered' ? failures + 1 : 0;
    } while (!is.closed && heard.retryAfterMs === 0 && (is.woken || outcome === 'answered'));
    is.running = false;
    for (const [matchId, place] of heard.moved) ports.moved(matchId, place);
    heard.moved.clear();
    if (outcome === 'unanswered' && !is.closed) waitFor(heard.retryAfterMs);
  }

  function waitFor(retryAfterMs: number): void {
    is.still = retryAfterMs > 0;
    cancel = ports.later(Math.max(retryAfterMs, retryMs(failures, ports.random())), () => {
      is.still = false;
      wake();
    });
  }

  function wake(): void {
    if (is.closed || is.still) return;
    is.woken = true;
    cancel();
    if (!is.running) void run();
  }

  function close(): void {
    is.closed = true;
    cancel();
  }

  return { wake, close };
}

/** How long to wait after so many tries without an answer: 1 to 30 s, half of it by chance so that phones spread. */
export function retryMs(failures: number, random: number): number {
  const most = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures, 10));
  return Math.max(FIRST_RETRY_MS, Math.round(most * (0.5 + random / 2)));
}

async function sendNext(ports: SenderPorts, heard: Heard): Promise<Outcome> {
  const me = ports.me();
  if (me === null) return 'nothing-to-send';
  ports.change((box) => {
    const next = nextToSend(box, me);
    return next === null ? box : leaving(box, next);
  });
  const score = nextToSend(ports.box(), me);
  if (score === null || score.sent === null) return 'nothing-to-send';
  const { matchId, userId, holeNumber, sent } = score;
  try {
    const answer: unknown = await ports.send(commandOf({ matchId, userId, holeNumber }, sent), sent.key);
    if (!isScoreAnswer(answer)) return miss(ports, sent);
    const { score: entry, revision, log } = answer;
    heard.moved.set(matchId, { revision, log });
    ports.change((box) => confirm(box, sent.key, { entry, revision, log }));
    return 'answered';
  } catch (error) {
    if (!(error instanceof ApiError) || isForNow(error)) {
      heard.retryAfterMs = retryAfterMs(error);
      return miss(ports, sent);
    }
    const { code, message, details } = error;
    const current = code === 'SCORE_CHANGED' ? { current: entryIn(details['current']) } : {};
    heard.moved.set(matchId, null);
    ports.change((box) => refuse(box, sent.key, { code, message, ...current }));
    return 'answered';
  }
}

function retryAfterMs(error: unknown): number {
  const seconds = error instanceof ApiError ? (error.retryAfter ?? 0) : 0;
  return Math.min(seconds * 1_000, RETRY_AFTER_MAX_MS);
}

function miss(ports: SenderPorts, { key }: SentScore): Outcome {
  ports.change((box) => unanswered(box, key));
  return 'unanswered';
}

function commandOf(
  place: Pick<ScoreCommand, 'matchId' | 'userId' | 'holeNumber'>,
  { strokes, noScore, replaces, enteredAt }: SentScore,
): ScoreCommand {
  return { ...place, strokes, noScore, replaces, occurredAt: enteredAt };
}

/** A session that ended is for now too: the score waits for its golfer. */
function isForNow(error: ApiError): boolean {
  return error.unanswered || error.status === 401 || FOR_NOW.has(error.code);
}

/** A hotel's network answers 200 with a page of its own: only what the server says counts. */
function isScoreAnswer(answer: unknown): answer is ScoreAnswer {
  if (typeof answer !== 'object' || answer === null) return false;
  if (!('score' in answer && 'revision' in answer && 'log' in answer)) return false;
  const { score, revision, log } = answer;
  if (typeof log !== 'string' || typeof revision !== 'string' || !/^\d+$/.test(revision)) return false;
  return score === null || entryIn(score) !== null;
}

function entryIn(entry: unknown): ScoreEntry | null {
  if (typeof entry !== 'object' || entry === null || !('id' in entry && 'strokes' in entry)) return null;
  return typeof entry.id === 'string' ? (entry as ScoreEntry) : null;
}
