import { ERRORS, type ErrorCode } from '@fairmark/contract';
import type { Refused } from '@fairmark/events';

/** An expected "no" to a request, by its code of the error catalogue. Thrown at the edge; rules return their codes. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  /**
   * @param details what the catalogue says that the code carries (fields, holes, the current entry)
   * @param message the catalogue's own text unless given
   */
  constructor(
    readonly code: ErrorCode,
    readonly details?: Record<string, unknown>,
    message?: string,
  ) {
    super(message ?? ERRORS[code].message);
  }
}

/** What a decider refuses, as an error. */
export const refuse = ({ code, details, message }: Refused): Refusal => new Refusal(code, details, message);

/** A request that has to wait: answered with Retry-After. */
export class TooManyRequests extends Refusal {
  /** @param retryAfterSeconds whole seconds, at least 1 */
  constructor(readonly retryAfterSeconds: number) {
    super('TOO_MANY_REQUESTS', { retryAfterSeconds });
  }
}

/** Done as often as a day allows: answered with Retry-After. */
export class DailyLimitReached extends Refusal {
  /** @param retryAfterSeconds whole seconds, at least 1 */
  constructor(
    readonly retryAfterSeconds: number,
    message: string,
  ) {
    super('DAILY_LIMIT', { retryAfterSeconds }, message);
  }
}

/** Bad input, by field: what a form shows beside it. */
export function invalidInput(fields: Record<string, string>): Refusal {
  return new Refusal('INVALID_INPUT', fields);
}
