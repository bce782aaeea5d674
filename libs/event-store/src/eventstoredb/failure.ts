import type { Failure } from '../port/failure.js';

/** Codes of gRPC: invalid argument, failed precondition, out of range. */
const REFUSED = [3, 9, 11];
/** Not found, forbidden, not implemented, unauthenticated. */
const BROKEN = [5, 7, 12, 16];

/**
 * How a call of the server failed. A follower names the leader under the code of what is not found.
 * Unknown codes count as lost: the call is made again, with the same ids.
 */
export function failureOf(error: unknown): Failure {
  const { code, metadata } = partsOf(error);
  if (typeof code !== 'number' || metadata?.get('exception')[0] === 'not-leader') return 'lost';
  if (REFUSED.includes(code)) return 'refused';
  return BROKEN.includes(code) ? 'broken' : 'lost';
}

/** Whether the server could not read from a position, which it also answers when no event begins there. */
export const isUnreadable = (error: unknown): boolean => partsOf(error).code === 2;

/** Errors of gRPC have a code and metadata, errors in an answer a code alone. */
function partsOf(error: unknown): { code?: unknown; metadata?: { get(key: string): unknown[] } } {
  return typeof error === 'object' && error !== null ? error : {};
}
