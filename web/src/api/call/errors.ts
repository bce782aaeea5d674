import { type ErrorAnswer, type ErrorCode, CLIENT_WORDS } from '@fairmark/contract';

/** What the client itself finds wrong with a call: no signal, no answer in time, an answer that is not the api's. */
type ClientErrorCode = 'NO_CONNECTION' | 'NO_ANSWER';

/** A call that was refused, or that never got an answer (`NO_CONNECTION`, `NO_ANSWER`: it may have been carried out). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly code: ErrorCode | ClientErrorCode,
    message: string,
    /** HTTP status; 0 without an answer. */
    readonly status: number = 0,
    readonly details: Record<string, unknown> = {},
  ) {
    super(message);
  }

  /** Whole seconds before which the call should not be sent again; null: nothing was said. */
  get retryAfter(): number | null {
    const seconds = this.details['retryAfterSeconds'];
    return typeof seconds === 'number' && seconds > 0 ? seconds : null;
  }

  /** Whether it was carried out is unknown: the same call with the same key may be sent again. */
  get unanswered(): boolean {
    return this.status === 0 || this.status >= 500 || this.code === 'TOO_MANY_REQUESTS';
  }
}

/**
 * The error of an answer that is not a success, whatever its body turned out to be.
 *
 * @param after the header Retry-After; a date, which only a proxy on the way may send, counts as nothing
 */
export function errorOf(status: number, body: unknown, after: string | null = null): ApiError {
  const wait = after !== null && /^[1-9]\d{0,5}$/.test(after) ? Number(after) : null;
  if (isErrorAnswer(body)) {
    const { code, message, details } = body.error;
    const text = code === 'TOO_MANY_REQUESTS' && wait !== null ? CLIENT_WORDS.tooManyRequests(wait) : message;
    return new ApiError(code, text, status, wait === null ? details : { ...details, retryAfterSeconds: wait });
  }
  if (status === 404) return new ApiError('NOT_FOUND', CLIENT_WORDS.noAnswer, status);
  return new ApiError('GENERIC', CLIENT_WORDS.noAnswer, status);
}

/** Any thrown thing as words for a person. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : CLIENT_WORDS.clientFailed;

/** What an error adds to a page's own words for it; null: nothing that anybody could act on. */
export const reasonOf = (error: unknown): string | null =>
  error instanceof ApiError && error.code !== 'GENERIC' ? error.message : null;

/** Whether a call was refused with this code. */
export function hasCode(error: unknown, ...codes: ApiError['code'][]): error is ApiError {
  return error instanceof ApiError && codes.includes(error.code);
}

/** For `catch`: lets a refusal with one of these codes pass as done, because what it says is as good. */
export function unless(...codes: ApiError['code'][]): (error: unknown) => null {
  return (error) => {
    if (hasCode(error, ...codes)) return null;
    throw error;
  };
}

/** Whether a body is the server's word for a refusal. */
export function isErrorAnswer(body: unknown): body is ErrorAnswer {
  if (typeof body !== 'object' || body === null || !('error' in body)) return false;
  const { error } = body;
  if (typeof error !== 'object' || error === null || !('code' in error && 'message' in error)) return false;
  return typeof error.code === 'string' && typeof error.message === 'string';
}
