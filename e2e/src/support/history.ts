import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, CallOptions, Golfer } from './golfer.js';

/** A score as a phone sends it. */
export interface Score {
  matchId: string;
  /** The golfer whose card it is. */
  userId: string;
  holeNumber: number;
  strokes: number;
}

/** A score that was sent, and its outcome as far as the phone knows. */
export interface Operation extends Score {
  actor: string;
  /** `unknown`: no conclusive answer (timeout, lost connection, 5xx), so that it may or may not have happened. */
  result: 'acknowledged' | 'refused' | 'unknown';
  attempts: number;
  /** When it was first sent, and how long until its outcome was known. */
  at: number;
  ms: number;
  /** The entry in the answer, and where the log stands with it. */
  entryId?: string;
  position?: string;
  log?: string;
  code?: string;
}

/** One attempt at a request. */
export interface Attempt {
  /** The id in the api's log. */
  requestId: string;
  base: string;
  /**
   * A status; `refused`: nothing was listening; `reset`: a connection ended without any response, like an idle one or
   * one in the listener's queue; `cut`: it ended within the response, or timed out.
   */
  outcome: number | 'refused' | 'reset' | 'cut';
}

/** The apis that are tried in turn, and until when. */
interface How {
  bases: readonly string[];
  until: number;
}

const PAUSE_MS = 50;

/** Records every score that phones send, like Jepsen's clients: a timeout is unknown, never a failure. */
export class History {
  readonly operations: Operation[] = [];
  readonly attempts: Attempt[] = [];
  private turn = 0;

  /** @param patienceMs for one attempt */
  constructor(private readonly patienceMs = 1_500) {}

  /** Sends a score until its outcome is known. */
  async score(golfer: Golfer, score: Score, how: How): Promise<Operation> {
    const begun = performance.now();
    const operation: Operation = {
      actor: golfer.id,
      ...score,
      result: 'unknown',
      attempts: 0,
      at: Date.now(),
      ms: 0,
    };
    this.operations.push(operation);
    const answer = await this.send(how, (options) => {
      operation.attempts += 1;
      return golfer.scores(score.matchId, score.holeNumber, score.strokes, { userId: score.userId, ...options });
    });
    operation.ms = performance.now() - begun;
    if (answer === null) return operation;
    const { score: entry, position, log, error } = answer.body;
    if (answer.status >= 300) return Object.assign(operation, { result: 'refused', code: error?.code });
    return Object.assign(operation, { result: 'acknowledged', entryId: entry?.id, position, log });
  }

  /** Scores with this outcome. */
  of(result: Operation['result']): Operation[] {
    return this.operations.filter((operation) => operation.result === result);
  }

  /** Scores that were sent more than once. */
  get retried(): Operation[] {
    return this.operations.filter(({ attempts }) => attempts > 1);
  }

  /** Attempts that reached an api, which failed. */
  get failed(): Attempt[] {
    return this.attempts.filter(({ outcome }) => ![200, 'refused', 'reset'].includes(outcome));
  }

  /** Looks at a match until there is an answer. */
  async looks(golfer: Golfer, matchId: string, how: How): Promise<void> {
    await this.send(how, (options) => golfer.call('GET', `/api/match/${matchId}`, undefined, options));
  }

  /** Sends a request, repeated with the same key until an answer is conclusive; null if there is none in time. */
  private async send<Body>(
    { bases, until }: How,
    call: (options: CallOptions) => Promise<Answer<Body>>,
  ): Promise<Answer<Body> | null> {
    const key = randomUUID();
    for (;;) {
      const [base = '', requestId] = [bases[(this.turn += 1) % bases.length], randomUUID()];
      const answer = await call({ key, base, requestId, timeoutMs: this.patienceMs }).catch(failureOf);
      this.attempts.push({ requestId, base, outcome: typeof answer === 'string' ? answer : answer.status });
      if (typeof answer !== 'string' && answer.status < 500 && answer.status !== 429) return answer;
      if (Date.now() >= until) return null;
      await pause(PAUSE_MS);
    }
  }
}

function failureOf({ message, cause }: Error): 'refused' | 'reset' | 'cut' {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'ECONNREFUSED') return 'refused';
  const unanswered = message === 'fetch failed' && ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(code);
  return unanswered ? 'reset' : 'cut';
}
