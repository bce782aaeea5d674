import { LIMITS, MESSAGES } from '@fairmark/contract';
import { dictionary } from '@zxcvbn-ts/language-common';

/** Sequences of digits and letters that the list lacks. */
const SEQUENCES = ['0123456789', '87654321', '987654321', '0987654321', '12341234', '123123123', 'abcdefgh'];

/** The 18,000 most common passwords of eight characters or more, from published leaks. */
const COMMON = new Set([
  ...SEQUENCES,
  ...dictionary['passwords-common'].filter(({ length }) => length >= LIMITS.passwordMin),
]);

/**
 * Why a password of sufficient length is refused, in a form's words; null if it is accepted. Only a length of eight is
 * required, so the first guesses of an attacker are refused: common passwords, one character repeated, and the
 * account's own email, ignoring case.
 */
export function weaknessOf(password: string, email: string): string | null {
  const lower = password.toLowerCase();
  if (COMMON.has(lower) || new Set(lower).size === 1) return MESSAGES.passwordCommon;
  return lower === email.toLowerCase() ? MESSAGES.passwordPersonal : null;
}
