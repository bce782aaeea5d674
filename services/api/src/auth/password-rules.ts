import { LIMITS, MESSAGES } from '@fairmark/contract';
import { dictionary } from '@zxcvbn-ts/language-common';

/** Rows of digits and letters that the list lacks. */
const MORE = ['0123456789', '87654321', '987654321', '0987654321', '12341234', '123123123', 'abcdefgh'];

/** The 18,000 most common passwords of eight characters or more, from those that were made public. */
const COMMON = new Set([
  ...MORE,
  ...dictionary['passwords-common'].filter(({ length }) => length >= LIMITS.passwordMin),
]);

/**
 * What is wrong with a password that is long enough, as a form says it; null for every other. Eight characters are all that
 * is asked of a golfer, so what guessing begins with is refused: common passwords, one character repeated, and the account's own
 * email, all in any case of letters.
 */
export function weaknessOf(password: string, email: string): string | null {
  const lower = password.toLowerCase();
  if (COMMON.has(lower) || new Set(lower).size === 1) return MESSAGES.passwordCommon;
  return lower === email.toLowerCase() ? MESSAGES.passwordPersonal : null;
}
