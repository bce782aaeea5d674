/**
 * What a failure means. `lost`: the connection, the server or its leader; nothing is known about the outcome and another
 * attempt may succeed. `refused`: the server will not have this data. `broken`: the server will not do it at all.
 */
export type Failure = 'lost' | 'refused' | 'broken';

/** Codes of gRPC: invalid argument, failed precondition, out of range; not found, forbidden, not implemented, unauthenticated. */
const REFUSED = [3, 9, 11];
const BROKEN = [5, 7, 12, 16];

/**
 * How a call of the server failed. A follower names the leader under the code of what is not found. Unknown codes
 * count as lost: the call is made again, with the same ids.
 */
export function failureOf(error: unknown): Failure {
  const { code, metadata } = partsOf(error);
  if (typeof code !== 'number' || metadata?.get('exception')[0] === 'not-leader') return 'lost';
  if (REFUSED.includes(code)) return 'refused';
  return BROKEN.includes(code) ? 'broken' : 'lost';
}

/** Whether the server could not read from there on. It says nothing more precise when no event begins at a position. */
export const isUnreadable = (error: unknown): boolean => partsOf(error).code === 2;

/** Rejects when something takes longer than it may; its later outcome is ignored. */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Errors of gRPC have a code and metadata, errors in an answer a code alone. */
function partsOf(error: unknown): { code?: unknown; metadata?: { get(key: string): unknown[] } } {
  return typeof error === 'object' && error !== null ? error : {};
}
