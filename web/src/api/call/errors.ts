import { type ErrorAnswer, type ErrorCode, CLIENT_WORDS } from '@fairmark/contract';

/** Failures that the client itself detects: no signal, no answer in time, or an answer that is not the api's. */
type ClientErrorCode = 'NO_CONNECTION' | 'NO_ANSWER';

/** A call that was refused or got no answer (`NO_CONNECTION`, `NO_ANSWER`: the server may have carried it out). */
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

  /** Seconds to wait before a retry; null if the server did not say. */
  get retryAfter(): number | null {
    const seconds = this.details['retryAfterSeconds'];
    return typeof seconds === 'number' && seconds > 0 ? seconds : null;
  }

  /** Whether it is unknown if the call was carried out; if so, it may be retried with the same key. */
  get unanswered(): boolean {
    return this.status === 0 || this.status >= 500 || this.code === 'TOO_MANY_REQUESTS';
  }
}

/**
 * The error for an unsuccessful answer, whatever its body.
 *
 * @param after the Retry-After header; a date, which only a proxy would send, is ignored
 */
export function errorOf(status: number, body: unknown, after: string | null = null): ApiError {
  const wait = after !== null && /^[1-9]\d{0,5}$/.test(after) ? Number(after) : null;
  if (isErrorAnswer(body)) {
    const { code, message, details } = body.error;
    const text = code === 'TOO_MANY_REQUESTS' && wait !== null ? CLIENT_WORDS.tooManyRequests(wait) : message;
    return new ApiError(code, text, status, wait === null ? details : { ...details, retryAfterSeconds: wait });
  }
  return new ApiError('GENERIC', CLIENT_WORDS.noAnswer, status);
}

/** The text to show for any thrown value. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : CLIENT_WORDS.clientFailed;

/** The reason to show beside a page's own message; null if there is nothing that the golfer could act on. */
export const reasonOf = (error: unknown): string | null =>
  error instanceof ApiError && error.code !== 'GENERIC' ? error.message : null;

/** Whether a call failed with one of these codes. */
export function hasCode(error: unknown, ...codes: ApiError['code'][]): error is ApiError {
  return error instanceof ApiError && codes.includes(error.code);
}

/** For `catch`: treats a refusal with one of these codes as success. */
export function unless(...codes: ApiError['code'][]): (error: unknown) => null {
  return (error) => {
    if (hasCode(error, ...codes)) return null;
    throw error;
  };
}

/** Whether a value is an object, whose properties may be anything. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Whether a body is one of the server's error answers. */
export function isErrorAnswer(body: unknown): body is ErrorAnswer {
  const error = isRecord(body) ? body['error'] : null;
  return isRecord(error) && typeof error['code'] === 'string' && typeof error['message'] === 'string';
}
