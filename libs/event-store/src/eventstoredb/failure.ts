import type { Failure } from '../port/failure.js';

/** gRPC codes: invalid argument, failed precondition, out of range. */
const REFUSED = [3, 9, 11];
/** gRPC codes: not found, permission denied, unimplemented, unauthenticated. */
const BROKEN = [5, 7, 12, 16];

/**
 * Classifies a failed call. A follower names the leader under the code "not found", which counts as lost. So do unknown
 * codes: a retry with the same ids is safe.
 */
export function failureOf(error: unknown): Failure {
  const { code, metadata } = partsOf(error);
  if (typeof code !== 'number' || metadata?.get('exception')[0] === 'not-leader') return 'lost';
  if (REFUSED.includes(code)) return 'refused';
  return BROKEN.includes(code) ? 'broken' : 'lost';
}

/** Whether the server failed to read from a position, which it also reports when no event starts there. */
export const isUnreadable = (error: unknown): boolean => partsOf(error).code === 2;

/** gRPC errors have a code and metadata; errors within an answer have only a code. */
function partsOf(error: unknown): { code?: unknown; metadata?: { get(key: string): unknown[] } } {
  return typeof error === 'object' && error !== null ? error : {};
}
