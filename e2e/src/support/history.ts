import { randomUUID } from 'node:crypto';
import type { Golfer } from './golfer.js';

/** What one phone did, and what it learned of the outcome. */
export interface Operation {
  key: string;
  actor: string;
  matchId: string;
  /** Whose card. */
  userId: string;
  holeNumber: number;
  strokes: number;
  /** `unknown`: no answer, or one that does not tell (timeout, lost connection, 5xx). It may or may not have happened. */
  result: 'acknowledged' | 'refused' | 'unknown';
  attempts: number;
  /** The entry that the answer named. */
  entryId?: string;
  code?: string;
}

const ATTEMPT_TIMEOUT_MS = 1_500;
const PAUSE_MS = 100;

/** Writes down every score that the phones send, as Jepsen's clients do: a timeout is unknown, never a failure. */
export class History {
  readonly operations: Operation[] = [];

  /** Sends a score until its outcome is known, always with the same key; gives up as unknown when `until` has passed. */
  async score(
    golfer: Golfer,
    score: { matchId: string; userId: string; holeNumber: number; strokes: number },
    how: { bases: readonly string[]; until: number },
  ): Promise<Operation> {
    const operation: Operation = { key: randomUUID(), actor: golfer.id, ...score, result: 'unknown', attempts: 0 };
    this.operations.push(operation);
    while (operation.result === 'unknown' && Date.now() < how.until) {
      const base = how.bases[operation.attempts % how.bases.length];
      operation.attempts += 1;
      const answer = await golfer
        .scores(score.matchId, score.holeNumber, score.strokes, {
          userId: score.userId,
          key: operation.key,
          timeoutMs: ATTEMPT_TIMEOUT_MS,
          base,
        })
        .catch(() => null);
      if (answer !== null && answer.status < 300) {
        operation.result = 'acknowledged';
        operation.entryId = answer.body.score?.id;
      } else if (answer !== null && answer.status < 500 && answer.status !== 429) {
        operation.result = 'refused';
        operation.code = answer.body.error?.code;
      } else {
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
    return operation;
  }
}
