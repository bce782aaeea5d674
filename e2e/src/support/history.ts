import { randomUUID } from 'node:crypto';
import type { ScoreAnswer } from '@fairmark/contract';
import type { Golfer } from './golfer.js';

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
  key: string;
  actor: string;
  /** `unknown`: no conclusive answer (timeout, lost connection, 5xx), so that it may or may not have happened. */
  result: 'acknowledged' | 'refused' | 'unknown';
  attempts: number;
  /** The entry in the answer, and where the log stands with it. */
  entryId?: string;
  position?: string;
  log?: string;
  code?: string;
}

/** A score that was answered after some attempts: any status but 200 refuses it. */
export function answeredScore(
  { id: actor }: Golfer,
  score: Score,
  { status, body, attempts }: { status: number; body: unknown; attempts: number },
): Operation {
  const taken = status === 200;
  const entryId = taken ? (body as ScoreAnswer).score?.id : undefined;
  return { key: '', actor, ...score, result: taken ? 'acknowledged' : 'refused', attempts, entryId };
}

const ATTEMPT_TIMEOUT_MS = 1_500;
const PAUSE_MS = 100;

/** Records every score that phones send, like Jepsen's clients: a timeout is unknown, never a failure. */
export class History {
  readonly operations: Operation[] = [];

  /** Sends a score with the same key until its outcome is known; gives up with `unknown` after `until`. */
  async score(golfer: Golfer, score: Score, how: { bases: readonly string[]; until: number }): Promise<Operation> {
    const operation: Operation = { key: randomUUID(), actor: golfer.id, ...score, result: 'unknown', attempts: 0 };
    this.operations.push(operation);
    const sent = { key: operation.key, timeoutMs: ATTEMPT_TIMEOUT_MS };
    while (operation.result === 'unknown' && Date.now() < how.until) {
      const base = how.bases[operation.attempts % how.bases.length];
      operation.attempts += 1;
      const answer = await golfer
        .scores(score.matchId, score.holeNumber, score.strokes, { userId: score.userId, ...sent, base })
        .catch(() => null);
      if (answer !== null && answer.status < 300) {
        operation.result = 'acknowledged';
        operation.entryId = answer.body.score?.id;
        operation.position = answer.body.position;
        operation.log = answer.body.log;
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
