/**
 * What a failure means. `lost`: the connection, the server or its leader; nothing is known about the outcome and another
 * attempt may succeed. `refused`: the server will not have this data. `broken`: the server will not do it at all.
 */
export type Failure = 'lost' | 'refused' | 'broken';

/** The client's own names of what happened; they say more than the code that comes with them. */
const BY_TYPE: Readonly<Record<string, Failure>> = {
  'not-leader': 'lost',
  unavailable: 'lost',
  timeout: 'lost',
  'deadline-exceeded': 'lost',
  cancelled: 'lost',
  'maximum-append-size-exceeded': 'refused',
  'missing-required-metadata-property': 'refused',
  'invalid-transaction': 'refused',
  'stream-deleted': 'refused',
  'access-denied': 'broken',
};

/** Codes of gRPC: invalid argument, failed precondition, out of range; not found, forbidden, not implemented, unauthenticated. */
const REFUSED = [3, 9, 11];
const BROKEN = [5, 7, 12, 16];

/**
 * Some errors of the client have a type, some only the code of gRPC, and some neither, like those of its own mistakes.
 * What nobody knows is lost, not refused: it is asked again, with the same ids.
 */
export function failureOf(error: unknown): Failure {
  const known = BY_TYPE[String(valueOf(error, 'type'))];
  if (known !== undefined) return known;
  const code = valueOf(error, 'code');
  if (typeof code !== 'number') return 'lost';
  if (REFUSED.includes(code)) return 'refused';
  return BROKEN.includes(code) ? 'broken' : 'lost';
}

/** Whether the server says that no event begins where a subscription was to go on. */
export const isInvalidPosition = (error: unknown): boolean => valueOf(error, 'code') === 3;

/** Rejects when something takes longer than it may; what it still does is nobody's concern. */
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

function valueOf(error: unknown, key: string): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined;
}
