import type { Written } from '@fairmark/contract';
import { isRecord } from './errors.js';

/** The highest known log position. Lists are read at it or later, so that they include what was just done. */
let latest: Written | null = null;

/** Notes the log position of an answer or hint, if it has one. */
export function noteWritten(answer: unknown): void {
  if (!isWritten(answer)) return;
  if (latest === null || latest.log !== answer.log || BigInt(answer.position) > BigInt(latest.position)) {
    latest = { position: answer.position, log: answer.log };
  }
}

/** Query parameters for a read that must include everything up to the known position. */
export function minPosition(): { position?: string; log?: string } {
  return latest === null ? {} : { position: latest.position, log: latest.log };
}

function isWritten(answer: unknown): answer is Written {
  if (!isRecord(answer)) return false;
  const { position, log } = answer;
  return typeof position === 'string' && /^\d+$/.test(position) && typeof log === 'string';
}
