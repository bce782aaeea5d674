import type { Written } from '@fairmark/contract';

/** The furthest place in the log that this phone knows of. Lists are asked with it, so that they hold what was just done or heard. */
let latest: Written | null = null;

/** Remembers where an answer or hint stands, if it says so. */
export function noteWritten(answer: unknown): void {
  if (!isWritten(answer)) return;
  if (latest === null || latest.log !== answer.log || BigInt(answer.position) > BigInt(latest.position)) {
    latest = { position: answer.position, log: answer.log };
  }
}

/** Query parameters of a read that has to show at least what is known. */
export function minPosition(): { position?: string; log?: string } {
  return latest === null ? {} : { position: latest.position, log: latest.log };
}

function isWritten(answer: unknown): answer is Written {
  if (typeof answer !== 'object' || answer === null) return false;
  return (
    'position' in answer &&
    typeof answer.position === 'string' &&
    'log' in answer &&
    typeof answer.log === 'string' &&
    /^\d+$/.test(answer.position)
  );
}
