import { ERRORS, type ErrorCode } from '@fairmark/contract';
import type { Refused } from '@fairmark/events';

/** An expected refusal of a request, with its code in the error catalogue. Thrown at the edge; rules return codes. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  /**
   * @param details what the catalogue lists for the code (fields, holes, the current entry)
   * @param message defaults to the catalogue's text
   */
  constructor(
    readonly code: ErrorCode,
    readonly details?: Record<string, unknown>,
    message?: string,
  ) {
    super(message ?? ERRORS[code].message);
  }
}

/** Converts a decider's refusal to an error. */
export const refuse = ({ code, details, message }: Refused): Refusal => new Refusal(code, details, message);

/** A limit of a rate, or of a day with its message, was reached: answered with Retry-After. */
export class TooManyRequests extends Refusal {
  /** @param retryAfterSeconds whole seconds, at least 1 */
  constructor(
    readonly retryAfterSeconds: number,
    dailyLimit?: string,
  ) {
    super(dailyLimit === undefined ? 'TOO_MANY_REQUESTS' : 'DAILY_LIMIT', { retryAfterSeconds }, dailyLimit);
  }
}

/** Invalid input, with the text that a form shows beside each field. */
export function invalidInput(fields: Record<string, string>): Refusal {
  return new Refusal('INVALID_INPUT', fields);
}
